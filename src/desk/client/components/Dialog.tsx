import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Dialog.module.css';
import { placeBefore } from './keep-place.ts';

interface Props {
  title: string;
  /** The id of the element that says what the dialog is about. A screen reader reads it aloud with the title. */
  descriptionId?: string;
  /** A request is still running: the dialog stays open to show its result. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog: it gives the focus to its first field, keeps it inside, closes with Escape, and returns the focus. */
export function Dialog({ title, descriptionId, isBusy = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => {
    if (!isBusy) onClose();
  };
  // The browser returns the focus only if the dialog closes before it leaves the page.
  useLayoutEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    // The control that opened the dialog may be removed meanwhile, like the card of a founder who moves to another column.
    const returnToPlace = placeBefore(document.activeElement!);
    element.showModal();
    element.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    return () => {
      element.close();
      returnToPlace();
    };
  }, []);
  return (
    <dialog
      className={css.dialog}
      ref={dialog}
      aria-labelledby={id}
      aria-describedby={descriptionId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Prevented here, since browsers let a page prevent only the first of two cancel events.
        event.preventDefault();
        // A field that is saved when it loses the focus must lose it first.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <Button isUnavailable={isBusy} onClick={close}>
          Close
        </Button>
      </div>
      <div className="stack roomy">{children}</div>
    </dialog>
  );
}
