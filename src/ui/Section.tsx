import type { ReactNode } from 'react';
import { UnbrokenText } from './UnbrokenText.tsx';
import css from './Section.module.css';

interface Props {
  id: string;
  heading: string;
  /** A sentence under the heading. */
  lead?: string | undefined;
  tone?: 'paper' | 'linen' | 'closing';
  /** On a wide screen the heading is in the margin, beside the content. */
  isSplit?: boolean;
  /** The content is on a sheet of paper. */
  isOnSheet?: boolean;
  /** Not printed. */
  isScreenOnly?: boolean;
  /** A link to the section moves the focus there, so that the next Tab reaches its content. */
  isTarget?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A section of a page: background, padding, heading, and the twelve columns that everything is aligned to. */
export function Section({ id, heading, lead, tone = 'paper', isSplit, isOnSheet, isScreenOnly, isTarget, className, children }: Props) {
  const headingId = `${id}-heading`;
  const section = [css.section, css[tone], isScreenOnly && 'screen-only', className];
  const grid = [css.grid, isSplit && css.split, isOnSheet && css.sheet];
  return (
    <section className={joined(section)} id={id} aria-labelledby={headingId} tabIndex={isTarget ? -1 : undefined}>
      <div className={joined(grid)}>
        <div className={css.head}>
          <h2 id={headingId}>{heading}</h2>
          {lead && (
            <p className={css.lead}>
              <UnbrokenText>{lead}</UnbrokenText>
            </p>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}

const joined = (names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
