import { useState, type PointerEvent } from 'react';
import { placeKey, labelOf } from '../../../editing/place.ts';
import type { PlaceValue } from '../../server/routes/pages.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { post } from '../request.ts';
import { itemOf, valuePath, type ListPlace } from './places.ts';
import css from './ListItems.module.css';
import type { DraftEdits } from './use-draft-edits.ts';

/** The list that holds the chosen place: its items in order, which are moved by their handle or with the buttons, added and removed. */
export function ListItems({ list, edits }: { list: ListPlace; edits: DraftEdits }) {
  const { data } = useData<PlaceValue>(valuePath(list), []);
  const [isChanging, setIsChanging] = useState(false);
  const items = Array.isArray(data?.value) ? (data.value as unknown[]) : [];
  const last = items.length - 1;

  async function change(action: 'add' | 'remove' | 'move', index: number, to: number): Promise<void> {
    // A second drag would move another item.
    if (isChanging) return;
    setIsChanging(true);
    const { file, pointer } = list;
    const announcement = action === 'move' ? `It is now number ${to + 1} of ${items.length}.` : 'The list was changed in your draft.';
    const isChanged = await edits.edit(
      () => post('/api/pages/list-items', { file, pointer, action, index, to, before: items }),
      announcement,
    );
    setIsChanging(false);
    if (isChanged) edits.setPlace(to < 0 ? { file, pointer } : itemOf(list, to));
  }
  const move = (from: number, to: number) => {
    if (from !== to) void change('move', from, to);
  };
  const { edgeOf, handleOf } = useDraggedItem(move);

  return (
    <section className={`stack ${css.list}`} aria-label={labelOf(list)}>
      <h3 className="small">{labelOf(list)}</h3>
      <ol role="list" className="stack">
        {items.map((item, index) => {
          const at = itemOf({ ...list, rest: '' }, index);
          return (
            <li key={placeKey(at)} data-edge={edgeOf(index)}>
              {/* For pointers; the buttons below do the same for everyone. */}
              <span className={css.handle} aria-hidden="true" {...handleOf(index)}>
                ⠿
              </span>
              <button type="button" aria-current={index === list.index} onClick={() => edits.setPlace(at)}>
                {summaryOf(item)}
              </button>
            </li>
          );
        })}
      </ol>
      {items[list.index] !== undefined && (
        <div className="row" role="group" aria-label={`${labelOf(list)}, number ${list.index + 1} of ${items.length}`}>
          <Button isUnavailable={isChanging || list.index === 0} onClick={() => move(list.index, list.index - 1)}>
            Move up
          </Button>
          <Button isUnavailable={isChanging || list.index === last} onClick={() => move(list.index, list.index + 1)}>
            Move down
          </Button>
          <Button isUnavailable={isChanging} onClick={() => void change('add', list.index, list.index + 1)}>
            Add one after it
          </Button>
          <Button isUnavailable={isChanging} onClick={() => void change('remove', list.index, Math.min(list.index, last - 1))}>
            Remove it
          </Button>
        </div>
      )}
    </section>
  );
}

/** Moves an item by its handle. Returns the handlers of each handle, and the edge of an item at which the dragged one would land. */
function useDraggedItem(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<{ from: number; to: number }>();
  return {
    edgeOf(index: number) {
      if (dragged?.to !== index || dragged.from === index) return undefined;
      return dragged.from < index ? 'below' : 'above';
    },
    handleOf: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ from: index, to: index });
      },
      onPointerMove({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
        const rows = [...currentTarget.closest('ol')!.children].map((row) => row.getBoundingClientRect());
        const to = rows.filter(({ top, height }, row) => row !== index && top + height / 2 < clientY).length;
        setDragged((now) => now && { ...now, to });
      },
      onPointerUp() {
        if (dragged) move(dragged.from, dragged.to);
        setDragged(undefined);
      },
      onPointerCancel: () => setDragged(undefined),
    }),
  };
}

/** Returns the first words of an item; of a picture, its caption or alternative text rather than the name of its file. */
function summaryOf(item: unknown): string {
  if (typeof item === 'string' || typeof item === 'number') return String(item);
  if (typeof item !== 'object' || item === null) return '';
  const { alt, src, ...others } = item as Record<string, unknown>;
  return (
    Object.values({ ...others, alt, src })
      .map(summaryOf)
      .find((words) => words !== '') ?? ''
  );
}
