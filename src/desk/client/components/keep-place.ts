const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Remembers the controls before an element in its dialog or tab. Returns a function to be called when the element has left the page: if
 * nothing else gets the focus, the last of these controls that is still there gets it, and Tab continues from where the element was.
 */
export function placeBefore(element: Element): () => void {
  const all = [...(element.closest('dialog, main')?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const before = all.filter((each) => each.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  return () =>
    queueMicrotask(() => {
      // A control that has left the page as well, or is hidden, does not take the focus.
      while (document.activeElement === document.body && before.length > 0) before.pop()?.focus();
    });
}

/** A ref for a control that may leave the page when it is pressed. */
export const keepPlace = (element: HTMLElement | null) => () => {
  if (element && document.activeElement === element) placeBefore(element)();
};

/** A ref that gives the focus to an element when it appears. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
