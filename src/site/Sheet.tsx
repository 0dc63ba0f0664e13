import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { UnbrokenText } from '../ui/UnbrokenText.tsx';
import { HouseDrawing } from './HouseDrawing.tsx';
import { Logo } from './Logo.tsx';
import css from './Sheet.module.css';

interface Props {
  /** The community's name, which the logo spells. */
  name: string;
  heading: string;
  /** One sentence under the heading. */
  text?: string | undefined;
  /** Shows the drawing of the house above the heading, if a form on the page leaves room for it. It is lit when someone is expected. */
  house?: 'dark' | 'lit';
  /** Whether it can be in the retreat page's frame, where there is no room for the logo on a phone. */
  isFramed?: boolean;
  children: ReactNode;
}

/**
 * A page that is one sheet of letter paper, whose edges are shown only on a wide page. Its links leave the retreat page's frame. In a frame
 * it is a second main landmark beside the page's own; its heading labels it, so that the two can be distinguished.
 */
export function Sheet({ name, heading, text, house, isFramed = false, children }: Props) {
  return (
    <main className={`${css.table} ${house ? css.lowered : ''}`} id="content" aria-labelledby="sheet-heading">
      <div className={css.sheet}>
        <a className={isFramed ? css.framedLogo : css.logo} href={paths.home} target="_top">
          <Logo name={name} />
        </a>
        {house && (
          <div className={css.art}>
            <HouseDrawing isLit={house === 'lit'} />
          </div>
        )}
        <h1 className={house ? css.greeting : css.heading} id="sheet-heading">
          {heading}
        </h1>
        {text && (
          <p className={css.text}>
            <UnbrokenText>{text}</UnbrokenText>
          </p>
        )}
        {children}
        <p className={css.foot}>
          <a className="standalone" href={paths.privacy} target="_top">
            How we use what you send us
          </a>
        </p>
      </div>
    </main>
  );
}

/** The message of a sheet: its paragraphs, sometimes a list and a button. */
export const Message = ({ children }: { children: ReactNode }) => <div className={css.message}>{children}</div>;
