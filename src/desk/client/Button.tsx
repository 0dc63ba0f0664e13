import type { ReactNode } from 'react';
import css from './Button.module.css';

interface Props {
  kind?: 'action' | 'plain' | 'link';
  type?: 'button' | 'submit';
  /** What it began still runs. It keeps the focus, which a disabled button would lose; whoever it belongs to lets a second press be. */
  busy?: boolean;
  /** Where the words alone do not tell which of many it is about. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', busy, label, onClick, children }: Props) {
  return (
    <button className={`${css.button} ${css[kind]}`} type={type} aria-disabled={busy} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
