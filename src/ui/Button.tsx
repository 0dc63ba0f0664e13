import type { ButtonHTMLAttributes } from 'react';
import css from './Button.module.css';

/** The one clay-colored link of a page. It leads to the form, with or without script. */
export function CallToAction({ href, children }: { href: string; children: string }) {
  return (
    <a className={`screen-only ${css.action}`} href={href}>
      {children}
    </a>
  );
}

/** The button that sends a form. */
export function SubmitButton(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>) {
  return <button {...props} className={css.submit} type="submit" />;
}
