import type { ReactNode } from 'react';
import css from './Section.module.css';

interface Props {
  id: string;
  heading: string;
  /** A sentence under the heading. */
  lead?: string | undefined;
  tone?: 'paper' | 'linen' | 'closing';
  /** On a wide screen the heading is in the margin, beside the content. */
  split?: boolean;
  /** The content is on a sheet of paper. */
  sheet?: boolean;
  /** Not printed. */
  screenOnly?: boolean;
  /** A link to the section moves the focus there, so that the next Tab reaches its content. */
  target?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page: background, padding, heading, and the twelve columns that everything is aligned to. */
export function Section({ id, heading, lead, tone = 'paper', split, sheet, screenOnly, target, className, children }: Props) {
  const headingId = `${id}-heading`;
  const section = [css.section, css[tone], screenOnly && 'screen-only', className];
  const grid = [css.grid, split && css.split, sheet && css.sheet];
  return (
    <section className={all(section)} id={id} aria-labelledby={headingId} tabIndex={target ? -1 : undefined}>
      <div className={all(grid)}>
        <div className={css.head}>
          <h2 id={headingId}>{heading}</h2>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

const all = (names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
