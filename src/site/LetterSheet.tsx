import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Logo } from './Logo.tsx';
import css from './LetterSheet.module.css';

interface Props {
  /** The community's name, which the logo spells. */
  name: string;
  heading: string;
  /** One sentence under the heading. */
  text?: string | undefined;
  /** A drawing above the heading, where there is no form to make room for. */
  art?: ReactNode;
  children: ReactNode;
}

/**
 * One sheet of letter paper: all that a form's own pages show. In the retreat page's frame there is room for nothing but
 * the form, so the logo and the edges of the paper come only where the page is wide. Its links leave the frame.
 * Framed, it is a second main content beside the page's own: named by its heading, the two are told apart.
 */
export function LetterSheet({ name, heading, text, art, children }: Props) {
  return (
    <main className={`${css.table} ${art ? css.lowered : ''}`} id="content" aria-labelledby="sheet-heading">
      <div className={css.sheet}>
        <a className={css.logo} href={paths.home} target="_top">
          <Logo name={name} />
        </a>
        {art && <div className={css.art}>{art}</div>}
        <h1 className={art ? css.greeting : css.heading} id="sheet-heading">
          {heading}
        </h1>
        {text && <p className={css.text}>{text}</p>}
        {children}
        <p className={css.foot}>
          <a href={paths.privacy} target="_top">
            What happens to what you send
          </a>
        </p>
      </div>
    </main>
  );
}
