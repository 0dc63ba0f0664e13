import type { ReactNode } from 'react';
import css from './State.module.css';

/** What a room says while it has nothing to show. */
export function Waiting() {
  return (
    <p className={css.quiet} role="status">
      One moment …
    </p>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className={css.quiet}>{children}</p>;
}

export function Failure({ children }: { children: ReactNode }) {
  return (
    <p className={css.failure} role="alert">
      {children}
    </p>
  );
}

/** What was just done. It takes the focus, since what was pressed may be gone. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={css.notice} role="status" tabIndex={-1} ref={focus}>
      {children}
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
