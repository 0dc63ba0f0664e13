import type { ReactNode } from 'react';
import css from './Button.module.css';

interface Props {
  kind?: 'action' | 'plain' | 'link';
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Where the words alone do not tell which of many it is about. */
  label?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', disabled, label, onClick, children }: Props) {
  return (
    <button className={`${css.button} ${css[kind]}`} type={type} disabled={disabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}
