import { useId, useRef, useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import { maxNoteLength } from '../../../retreats/limits.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { useChange } from '../api.ts';
import { useLimit } from '../components/TextField.tsx';
import { useMayChange } from '../facts.ts';
import { lastingReason } from '../request.ts';
import { momentText } from '../words.ts';
import css from './PersonDialog.module.css';

export interface MemoProps {
  card: FounderCard;
  /** Called when a save begins. The promise resolves to why the memo was not saved; to nothing if it was. */
  onSave: (outcome: Promise<string>) => Promise<void>;
}

const privacyText = 'Only people with access to the desk see it.';

function hintText(memo: FounderCard['memo']): string {
  if (!memo) return `${privacyText} It is saved when you leave the field.`;
  const author = memo.by === null ? '' : ` by ${memo.by}`;
  return `Saved ${momentText(memo.changedAt)}${author}. ${privacyText}`;
}

/** For a dialog with a memo: returns why it was not saved, and a function that leaves the dialog once it has been saved. */
export function useSaveBeforeLeave() {
  const [failure, setFailure] = useState('');
  const lastSave = useRef<Promise<string>>(undefined);
  const lastAsked = useRef<Promise<string>>(undefined);
  return {
    failure,
    async onSave(outcome: Promise<string>): Promise<void> {
      lastSave.current = outcome;
      setFailure(await outcome);
    },
    /**
     * If the memo is not saved, the dialog stays open once, even if that was said before, and closes at the second try. `again` says how,
     * for example "Close again".
     */
    async leave(again: string, next: () => void): Promise<void> {
      const outcome = lastSave.current;
      const reason = await outcome;
      if (!reason || lastAsked.current === outcome) return next();
      lastAsked.current = outcome;
      setFailure(`${reason} ${again} to drop it.`);
    },
  };
}

/**
 * The organizer's memo about a founder. What is typed is saved as soon as the field is left, so that no step to another founder loses it.
 */
export function Memo({ card: { id, name, memo }, onSave }: MemoProps) {
  const mayChange = useMayChange();
  const field = useId();
  const stored = memo?.text ?? '';
  const [latest, setLatest] = useState(stored);
  /** The stored memo that the organizer began to change. Undefined after a refusal: then the organizer has seen the other one. */
  const [before, setBefore] = useState<string | undefined>(stored);
  const [typed, setTyped] = useState(stored);
  const { mutateAsync, isPending } = useChange();
  const { attributes, excess } = useLimit<HTMLTextAreaElement>(typed, Math.max(maxNoteLength, stored.length));

  // Somebody else has changed the memo: it is shown unless this one was changed too.
  if (stored !== latest) {
    setLatest(stored);
    if (typed.trim() === before) {
      setBefore(stored);
      setTyped(stored);
    }
  }

  const unsavedText = (reason: string, text: string) =>
    `The note about ${isolate(name)} was not saved: ${reason} You wrote: ${isolate(text)}`;

  async function save(text: string): Promise<string> {
    setBefore(text);
    try {
      await mutateAsync({ path: `/api/entries/${id}/memo`, body: { text, before } });
      return '';
    } catch (error) {
      setBefore(undefined);
      return unsavedText(lastingReason((error as Error).message), text);
    }
  }

  function leave(): void {
    const text = typed.trim();
    if (text === before) return;
    void onSave(excess ? Promise.resolve(unsavedText('It is too long, so shorten it first.', text)) : save(text));
  }

  if (!mayChange && !memo) return null;
  return (
    <section className={`stack ${css.memo}`}>
      <h3>
        <label htmlFor={field}>Note to self</label>
      </h3>
      <textarea
        id={field}
        value={typed}
        readOnly={!mayChange}
        dir="auto"
        aria-describedby={`${field}hint`}
        {...attributes}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
      />
      {excess}
      <p id={`${field}hint`} className="quiet" role="status">
        {isPending ? 'Saving …' : hintText(memo)}
      </p>
    </section>
  );
}
