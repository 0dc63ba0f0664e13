import { useRef, type FocusEvent } from 'react';

/**
 * Returns handlers that check a field when the focus leaves it. A press takes the focus from a field; a message that appeared or
 * disappeared at that moment would move the pressed button away, so the fields are checked when the press is over.
 */
export function usePressGuard(check: (wire: string) => void) {
  /** The press in progress, until it is over. */
  const press = useRef<AbortController>(undefined);
  /** The fields that lost focus to the press in progress. */
  const blurred = useRef(new Set<string>());

  const onPointerDown = () => {
    press.current?.abort();
    const { signal } = (press.current = new AbortController());
    const end = () => {
      if (signal.aborted) return;
      press.current?.abort();
      blurred.current.forEach(check);
      blurred.current.clear();
    };
    for (const type of ['click', 'pointercancel', 'keydown']) addEventListener(type, end, { signal });
    // By touch, the focus moves after the finger is up, and the click follows. Some presses end without a click.
    addEventListener('pointerup', () => setTimeout(end, 500), { signal });
  };

  const onBlur = ({ target }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as unknown as HTMLInputElement;
    const windowLostFocus = document.activeElement === (target as Element);
    if (windowLostFocus) return;
    if (press.current?.signal.aborted === false) blurred.current.add(name);
    else check(name);
  };

  return { onPointerDown, onBlur };
}
