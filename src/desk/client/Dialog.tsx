import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './Dialog.module.css';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, closes with Escape, and gives the focus back. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed before it is taken out of the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current as HTMLDialogElement;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog className={css.dialog} ref={dialog} aria-labelledby={id} onCancel={onClose}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      {children}
    </dialog>
  );
}
