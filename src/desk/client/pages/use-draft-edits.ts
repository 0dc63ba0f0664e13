import { useRef, useState } from 'react';
import { labelOf, type Place } from '../../../editing/place.ts';
import type { DraftState, PlaceValue } from '../../server/routes/pages.ts';
import { queryClient, requestAgain } from '../api.ts';
import { lastingReason, notResponding, post, put, request } from '../request.ts';
import { parsePlace, valuePath, type ChosenPlace } from './places.ts';

export type DraftEdits = ReturnType<typeof useDraftEdits>;

/** The place that is chosen, and the changes of the draft that are made from the page and from the field of that place. */
export function useDraftEdits() {
  const [place, setPlace] = useState<ChosenPlace>();
  /** The result of the last change: a sentence for a screen reader if it was made, or why it was refused. */
  const [outcome, setOutcome] = useState<{ done?: string; refusal?: string }>({});
  const clearOutcome = () => setOutcome({});
  const showRefusal = (refusal: string) => setOutcome({ refusal });
  /** The changes that are being made; each says whether it could be made. */
  const running = useRef(new Set<Promise<boolean>>());

  /**
   * Changes the draft as `make` does, and shows what follows from it. Returns whether it could; `onRefused` gets the reason if it could not.
   * `undoLastChange` waits for it.
   */
  function edit(make: () => Promise<unknown>, done: string, onRefused = showRefusal): Promise<boolean> {
    const made = makeAndShow(make, done, onRefused).finally(() => running.current.delete(made));
    running.current.add(made);
    return made;
  }

  /**
   * Undoes the last change, which includes a change that is still being made: leaving a text saves it, and the button for this may be what it
   * is left for. Undoes nothing if that change was refused: the one before it is not what the organizer sees last.
   */
  async function undoLastChange(): Promise<void> {
    const areMade = await Promise.all(running.current);
    const draft = queryClient.getQueryData<DraftState>(['/api/pages']);
    if (areMade.includes(false) || !draft) return;
    await edit(async () => {
      await post('/api/pages/undo-change', { version: draft.version });
      // The workshop or the retreat that was added last is gone, and its texts with it.
      if (place && !(await isThere(place))) setPlace(undefined);
    }, 'The last change was undone.');
  }

  async function makeAndShow(make: () => Promise<unknown>, done: string, onRefused: typeof showRefusal): Promise<boolean> {
    // A sentence is read aloud when it appears: the one about the last change may be the same.
    clearOutcome();
    try {
      await make();
    } catch (reason) {
      onRefused((reason as Error).message);
      requestAgain(reason as Error);
      return false;
    }
    // A refusal of another change that was made at the same time stays.
    setOutcome((before) => ({ ...before, done }));
    await queryClient.invalidateQueries();
    return true;
  }

  const change = (at: Place, value: unknown, before: unknown, onRefused?: typeof showRefusal) =>
    edit(() => put('/api/pages/value', { ...at, value, before }), `${labelOf(at)} was changed in your draft.`, onRefused);

  /** If it is refused, the frame shows the value again. */
  const changeWords = (at: string, after: string, before: string) =>
    change(parsePlace(at), after, before, (reason) => showRefusal(`${lastingReason(reason)} You typed: ${after}`));

  const choose = async (at: string): Promise<string | undefined> => {
    const chosen = parsePlace(at);
    setPlace(chosen);
    clearOutcome();
    const data = await request<PlaceValue>(valuePath(chosen)).catch(() => undefined);
    return data?.kind === 'text' && typeof data.value === 'string' ? data.value : undefined;
  };

  return {
    place,
    setPlace,
    /** Opens a field from a list elsewhere on the screen. */
    goTo: ({ file, pointer }: Place) => setPlace({ file, pointer, isFar: true }),
    outcome,
    clearOutcome,
    edit,
    undoLastChange,
    change,
    /** What the page in the frame calls. */
    inFrame: { choose, change: changeWords },
  };
}

/** Returns whether the draft has a place; true if the desk does not respond. */
const isThere = (place: Place): Promise<boolean> =>
  request(valuePath(place)).then(
    () => true,
    ({ message }: Error) => message === notResponding,
  );
