import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Dialog.module.css';

interface Props {
  title: string;
  /** What was asked for still runs: it stays open, so that the answer is seen. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes with Escape, and gives the focus back. */
export function Dialog({ title, busy = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken out of the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      className={css.dialog}
      ref={dialog}
      aria-labelledby={id}
      // The key as well: browsers let a page refuse the first of two cancels alone.
      onKeyDown={(event) => busy && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => (busy ? event.preventDefault() : onClose())}
    >
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <Button busy={busy} onClick={busy ? undefined : onClose}>
          Close
        </Button>
      </div>
      {children}
    </dialog>
  );
}
