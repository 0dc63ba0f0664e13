import type { ReactNode } from 'react';
import css from './StickyBar.module.css';

interface Props {
  href: string;
  /** The text of the link. Without text there is no bar. */
  text: string | undefined;
  /** The sections over which the bar stays on the screen. */
  children: ReactNode;
}

/** On a phone, a link that stays at the bottom of the screen while these sections are on it. It needs no script. */
export function StickyBar({ href, text, children }: Props) {
  if (!text) return children;
  return (
    <div className={css.between}>
      {children}
      <div className={css.track}>
        <a className={css.bar} href={href}>
          {text}
        </a>
      </div>
    </div>
  );
}
