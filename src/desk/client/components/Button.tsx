import type { ReactNode } from 'react';
import css from './Button.module.css';

interface Props {
  kind?: 'action' | 'plain' | 'link';
  type?: 'button' | 'submit';
  /** Its action is still running. It keeps the focus, which a disabled button would lose; the caller ignores further presses. */
  busy?: boolean;
  /** It does nothing at this moment. It keeps the focus as well. */
  unavailable?: boolean;
  /** The accessible name, if the text alone does not say which of many it is about. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', busy, unavailable, label, onClick, children }: Props) {
  return (
    <button
      className={`screen-only ${css.button} ${kind === 'plain' ? '' : css[kind]}`}
      type={type}
      aria-disabled={busy || unavailable}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
