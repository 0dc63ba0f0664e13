import type { ReactNode } from 'react';
import css from './FollowingBar.module.css';

interface Props {
  href: string;
  /** Without words there is no bar: nothing to press. */
  words: string | undefined;
  /** The sections that it accompanies: all between the first screen and the form. */
  children: ReactNode;
}

/** On a phone the call to action comes back once the first screen has gone, and leaves before the form. Only the style sheet moves it. */
export function FollowingBar({ href, words, children }: Props) {
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
