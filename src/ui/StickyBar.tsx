import type { ReactNode } from 'react';
import css from './StickyBar.module.css';

interface Props {
  href: string;
  /** The text of the link. Without text there is no bar. */
  words: string | undefined;
  /** The sections between the first screen and the form. */
  children: ReactNode;
}

/** On a phone the call to action stays at the bottom of the screen, from below the first screen to the form. It needs no script. */
export function StickyBar({ href, words, children }: Props) {
  if (!words) return children;
  return (
    <div className={css.between}>
      {children}
      <div className={css.track}>
        <a className={css.bar} href={href}>
          {words}
        </a>
      </div>
    </div>
  );
}
