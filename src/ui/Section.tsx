import type { ReactNode } from 'react';
import css from './Section.module.css';

interface Props {
  id: string;
  heading: string;
  /** A sentence under the heading. */
  lead?: string | undefined;
  tone?: 'paper' | 'linen' | 'closing';
  /** On a wide screen the heading stands in the margin, and what it heads beside it. */
  split?: boolean;
  /** The column is a sheet of paper that lies on the ground. */
  sheet?: boolean;
  /** Left out on paper. */
  screenOnly?: boolean;
  /** A link that leads here takes the focus along, so that the next Tab is what the section holds. */
  target?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** One movement of a page: its ground, its air, its heading, and the twelve columns that everything is aligned to. */
export function Section({ id, heading, lead, tone = 'paper', split, sheet, screenOnly, target, className, children }: Props) {
  const headingId = `${id}-heading`;
  const section = [css.section, css[tone], screenOnly && css.screenOnly, className];
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
