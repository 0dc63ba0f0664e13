import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SubmissionRow } from '../../server/routes/registrations.ts';
import { useOpenPerson } from '../people/PersonDialogs.tsx';
import { columns } from './columns.ts';

interface Props {
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** Returns undefined for a row that is not loaded yet. */
  rowAt: (index: number) => SubmissionRow | undefined;
  rowHeight: number;
}

/** The rows in view, between two empty rows as high as all others. One row is in the tab order; arrow keys move from there. */
export function RegistrationRows({ virtual, rowAt, rowHeight }: Props) {
  const open = useOpenPerson();
  const items = virtual.getVirtualItems();
  const { count } = virtual.options;
  const [firstColumn, ...otherColumns] = columns;
  const [active, setActive] = useState(0);
  /**
   * The index of the row that a key asked for, until it is drawn and can be focused. The effect also runs for rows drawn
   * before the key was pressed.
   */
  const requested = useRef<number>(undefined);
  const body = useRef<HTMLTableSectionElement>(null);
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // If the active row was scrolled out of view, Tab enters at the first row in view.
  const entry = active >= first && active <= last ? active : first;

  useEffect(() => {
    if (requested.current === undefined) return;
    const button = body.current?.querySelector<HTMLElement>(`[data-index="${requested.current}"]`);
    if (!button) return;
    requested.current = undefined;
    button.focus({ preventScroll: true });
    // The table has scrolled; its end may still be below the window.
    button.closest('tr')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const perPage = Math.max(1, Math.floor((virtual.scrollElement?.clientHeight ?? rowHeight) / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: entry + 1,
      ArrowUp: entry - 1,
      PageDown: entry + perPage,
      PageUp: entry - perPage,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, to));
    requested.current = next;
    setActive(next);
    virtual.scrollToIndex(next);
  };

  return (
    <tbody ref={body} onKeyDown={onKeyDown}>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index, key }) => {
        const row = rowAt(index);
        return (
          <tr key={key} aria-rowindex={index + 2}>
            <td>
              <button
                type="button"
                data-index={index}
                tabIndex={index === entry ? 0 : -1}
                onFocus={() => setActive(index)}
                onClick={() => row && open(row.id)}
              >
                {row ? firstColumn.textOf(row) : '…'}
              </button>
            </td>
            {otherColumns.map(({ id, textOf }) => (
              <td key={id} data-column={id} style={{ gridArea: id }} title={row && textOf(row)}>
                <bdi>{row && textOf(row)}</bdi>
              </td>
            ))}
          </tr>
        );
      })}
      <Spacer height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </tbody>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is a spacer */}
      <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
