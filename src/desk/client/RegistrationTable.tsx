import { rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { sortColumns } from '../server/shapes.ts';
import type { RegistrationRow, SortColumn } from '../server/shapes.ts';
import css from './RegistrationTable.module.css';
import { RegistrationRows } from './RegistrationRows.tsx';
import { formWords, momentText, stateWords } from './words.ts';

const rowHeight = 44;

/** Browsers draw nothing higher than some 17 million pixels. */
const atMost = 380_000;

const features = tableFeatures({ rowSortingFeature });

/** Columns in the order in which they stand; a row itself is in that of the wire. */
const columns: ColumnDef<typeof features, RegistrationRow>[] = [
  { id: 'name', header: 'Name', accessorFn: (row) => row[4] || row[5] },
  { id: 'brand', header: 'Brand', accessorFn: (row) => row[6] },
  { id: 'size', header: 'System size', accessorFn: (row) => row[7] },
  { id: 'email', header: 'Email', accessorFn: (row) => row[5] },
  { id: 'form', header: 'Form', accessorFn: (row) => formWords[row[2]] },
  { id: 'state', header: 'State', accessorFn: (row) => stateWords[row[3]] },
  { id: 'received', header: 'Received', sortDescFirst: true, accessorFn: (row) => momentText(row[1]) },
] satisfies { id: SortColumn }[] & ColumnDef<typeof features, RegistrationRow>[];

interface Props {
  query: string;
  total: number;
  rowAt: (index: number) => RegistrationRow | undefined;
  look: (first: number, last: number) => void;
  sort: { id: SortColumn; desc: boolean };
  onSort: (sort: { id: SortColumn; desc: boolean }) => void;
  onOpen: (id: string) => void;
}

/** As many rows as are seen, of as many as there are. The desk searches and sorts; the table asks for what comes into view. */
export function RegistrationTable({ query, total, rowAt, look, sort, onSort, onOpen }: Props) {
  const region = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const count = Math.min(total, atMost);
  const estimateSize = () => rowHeight;
  /** What the head that stays, the borders and the bar to scroll sideways take of the height: rows stand between them. */
  const taken = () =>
    head.current && region.current ? head.current.offsetHeight + region.current.offsetHeight - region.current.clientHeight : 0;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({ count, getScrollElement: () => region.current, estimateSize, overscan: 8, scrollPaddingEnd: taken() });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    look(first, last);
  }, [look, first, last]);
  useEffect(() => {
    void region.current?.scrollTo({ top: 0 });
  }, [query]);

  const data = items.map(({ index }) => rowAt(index)).filter((row) => row !== undefined);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row[0],
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting: [sort] },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change([sort]) : change;
      const id = sortColumns.find((column) => column === next?.id);
      if (id && next) onSort({ id, desc: next.desc });
    },
  });

  return (
    <div className={css.region} ref={region}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid: one stop for Tab, arrows inside (ARIA APG) */}
      <table className={css.table} role="grid" aria-label="Registrations" aria-rowcount={total + 1} aria-describedby="grid-help">
        <thead ref={head}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map(({ id, column }) => {
                const sorted = column.getIsSorted();
                return (
                  <th key={id} scope="col" aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}>
                    <button type="button" onClick={column.getToggleSortingHandler()}>
                      {String(column.columnDef.header)}
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <RegistrationRows
          items={items}
          height={virtual.getTotalSize()}
          rows={new Map(table.getRowModel().rows.map((row) => [row.id, row.getAllCells().map((cell) => String(cell.getValue()))]))}
          idAt={(index) => rowAt(index)?.[0]}
          count={count}
          headings={columns.map(({ id }) => String(id))}
          perPage={Math.max(1, Math.floor((region.current?.clientHeight ?? rowHeight) / rowHeight) - 2)}
          scrollTo={(index) => virtual.scrollToIndex(index)}
          onOpen={onOpen}
        />
      </table>
      <p id="grid-help" className="visually-hidden">
        Arrow keys go from row to row, Enter opens one.
        {total > count && ` The first ${count} are shown; search for the others.`}
      </p>
    </div>
  );
}
