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
  const [refusal, setRefusal] = useState('');
  const [announcement, setAnnouncement] = useState('');
  /** The changes that are being made; each says whether it could be made. */
  const running = useRef(new Set<Promise<boolean>>());

  /**
   * Changes the draft as `make` does, and shows what follows from it. Returns whether it could; `onRefused` gets the reason if it could not.
   * `undoLastChange` waits for it.
   */
  function edit(make: () => Promise<unknown>, done: string, onRefused: (reason: string) => void = setRefusal): Promise<boolean> {
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

  async function makeAndShow(make: () => Promise<unknown>, done: string, onRefused: (reason: string) => void): Promise<boolean> {
    setRefusal('');
    // A sentence is read aloud when it appears: the one about the last change may be the same.
    setAnnouncement('');
    try {
      await make();
    } catch (reason) {
      onRefused((reason as Error).message);
      requestAgain(reason as Error);
      return false;
    }
    setAnnouncement(done);
    await queryClient.invalidateQueries();
    return true;
  }

  const change = (at: Place, value: unknown, before: unknown, onRefused?: (reason: string) => void) =>
    edit(() => put('/api/pages/value', { ...at, value, before }), `${labelOf(at)} was changed in your draft.`, onRefused);

  /** If it is refused, the frame shows the value again. */
  const changeWords = (at: string, after: string, before: string) =>
    change(parsePlace(at), after, before, (reason) => setRefusal(`${lastingReason(reason)} You typed: ${after}`));

  const choose = async (at: string): Promise<string | undefined> => {
    const chosen = parsePlace(at);
    setPlace(chosen);
    setRefusal('');
    const data = await request<PlaceValue>(valuePath(chosen)).catch(() => undefined);
    return data?.kind === 'text' && typeof data.value === 'string' ? data.value : undefined;
  };

  return {
    place,
    setPlace,
    /** Opens a field from a list elsewhere on the screen. */
    goTo: ({ file, pointer }: Place) => setPlace({ file, pointer, isFar: true }),
    /** Why the last change was refused. */
    refusal,
    /** A sentence for a screen reader about the last change that was made. */
    announcement,
    setAnnouncement,
    edit,
    undoLastChange,
    change,
    /** What the page in the frame calls. */
    inFrame: { choose, change: changeWords },
  };
}

/** Returns whether the draft has a place, also if the desk does not respond. */
const isThere = (place: Place): Promise<boolean> =>
  request(valuePath(place)).then(
    () => true,
    ({ message }: Error) => message === notResponding,
  );
