import type { ReactNode } from 'react';
import { waitlistAnchor } from '../paths.ts';
import css from './CallToActionBar.module.css';

interface Props {
  words: string;
  /** The sections that it accompanies: all between the hero and the form. */
  children: ReactNode;
}

/** On a phone the call to action comes back once the hero has gone, and leaves before the form. Only the style sheet moves it. */
export function CallToActionBar({ words, children }: Props) {
  return (
    <div className={css.between}>
      {children}
      <div className={css.track}>
        <a className={css.bar} href={`#${waitlistAnchor}`}>
          {words}
        </a>
      </div>
    </div>
  );
}
