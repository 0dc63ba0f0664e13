import type { MouseEvent, ReactNode } from 'react';
import css from './Button.module.css';
import { keepPlace } from './keep-place.ts';

interface Props {
  /** `danger`: what it deletes cannot be restored. */
  kind?: 'action' | 'plain' | 'link' | 'danger';
  type?: 'button' | 'submit';
  /** Its action is still running, or cannot be done now. It ignores presses and keeps the focus, which a disabled button would lose. */
  isUnavailable?: boolean;
  /** The accessible name, if the text alone does not say which of many it is about. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', isUnavailable, label, onClick, children }: Props) {
  // Enter in a field presses the button of its form as well, so an unavailable one also keeps the form from being sent.
  const press = (event: MouseEvent) => (isUnavailable ? event.preventDefault() : onClick?.());
  return (
    <button
      ref={keepPlace}
      // The text of a link, such as the name of a founder, is printed as well.
      className={`${kind === 'link' ? '' : 'screen-only'} ${css.button} ${kind === 'plain' ? '' : css[kind]}`}
      type={type}
      aria-disabled={isUnavailable}
      aria-label={label}
      onClick={press}
    >
      {children}
    </button>
  );
}
