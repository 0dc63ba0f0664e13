import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { SubmissionRow } from '../../server/routes/registrations.ts';
import type { SubmissionSort } from '../../../submissions/queries.ts';
import { columns } from './columns.ts';
import { RegistrationRows } from './RegistrationRows.tsx';
import css from './RegistrationTable.module.css';

/** The heights of a row in RegistrationTable.module.css, which shows a row as a card where the columns have no room. They grow with the text. */
const heightsRem = { row: 2.75, card: 6.5 };

function currentRowHeight(): number {
  const pxPerRem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return pxPerRem * (matchMedia('(width < 80rem)').matches ? heightsRem.card : heightsRem.row);
}

/** Browsers draw nothing higher than about 17 million pixels. */
const maxRows = 380_000;

export interface Sort {
  id: SubmissionSort;
  isDescending: boolean;
}

interface Props {
  query: string;
  total: number;
  /** Returns undefined for a row that is not loaded yet. */
  rowAt: (index: number) => SubmissionRow | undefined;
  onView: (first: number) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Draws the rows in view only. The server searches and sorts. */
export function RegistrationTable({ query, total, rowAt, onView, sort, onSort }: Props) {
  const region = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const count = Math.min(total, maxRows);
  const [rowHeight, setRowHeight] = useState(currentRowHeight);
  /** The height that the sticky head, the borders and the horizontal scrollbar take from the rows. */
  const [occupiedPx, setOccupiedPx] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: occupiedPx,
  });
  const direction = sort.isDescending ? 'descending' : 'ascending';
  const items = virtual.getVirtualItems();
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useEffect(() => {
    const [outer, inner] = [region.current!, head.current!];
    const observer = new ResizeObserver(() => {
      setRowHeight(currentRowHeight());
      setOccupiedPx(inner.offsetHeight + outer.offsetHeight - outer.clientHeight);
    });
    for (const element of [outer, inner]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = items[0]?.index ?? 0;
  useEffect(() => {
    onView(first);
  }, [onView, first]);
  useEffect(() => {
    void region.current?.scrollTo({ top: 0 });
  }, [query]);

  return (
    <div className={css.region} ref={region}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid: one stop for Tab, arrows inside (ARIA APG) */}
      <table className={css.table} role="grid" aria-label="Registrations" aria-rowcount={total + 1} aria-describedby="grid-help">
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead ref={head}>
          <tr aria-rowindex={1}>
            {columns.map(({ id, heading }) => (
              <th key={id} scope="col" aria-sort={sort.id === id ? direction : 'none'}>
                {/* The first press sorts in ascending order; by date, the newest come first. */}
                <button type="button" onClick={() => onSort({ id, isDescending: sort.id === id ? !sort.isDescending : id === 'received' })}>
                  {heading}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <RegistrationRows virtual={virtual} rowAt={rowAt} rowHeight={rowHeight} />
      </table>
      <p id="grid-help" className="visually-hidden">
        Arrow keys go from row to row, Enter opens one.
        {total > count && ` The first ${count} are shown; search for the others.`}
      </p>
    </div>
  );
}
