import { useId, useState } from 'react';
import type { RegistrationDetail } from '../../server/routes/registrations.ts';
import { queryClient, useChange } from '../api.ts';
import { momentText } from '../words.ts';
import css from './PersonDialog.module.css';

interface Props {
  card: NonNullable<RegistrationDetail['entry']>['card'];
  /** A reader reads the note and cannot change it. */
  mayChange: boolean;
  onFailed: (message: string) => void;
}

/**
 * The organizer's note to self about a founder. What is typed is saved as soon as the field is left, so that no step to
 * another founder loses it.
 */
export function Memo({ card: { id, name, memo }, mayChange, onFailed }: Props) {
  const field = useId();
  const stored = memo?.text ?? '';
  const [latest, setLatest] = useState(stored);
  /** The note that was changed into what is typed. Undefined after a refusal: then the organizer has seen the other note. */
  const [before, setBefore] = useState<string | undefined>(stored);
  const [typed, setTyped] = useState(stored);
  const { mutateAsync, isPending } = useChange();

  // Somebody else has changed the note: it is shown unless this one was changed too.
  if (stored !== latest) {
    setLatest(stored);
    if (typed.trim() === before) {
      setBefore(stored);
      setTyped(stored);
    }
  }

  async function save(): Promise<void> {
    const text = typed.trim();
    if (text === before) return;
    setBefore(text);
    try {
      await mutateAsync({ path: `/api/entries/${id}/memo`, body: { text, before } });
      onFailed('');
    } catch (error) {
      setBefore(undefined);
      onFailed(`The note about ${name} was not saved: ${(error as Error).message} You wrote: ${text}`);
      void queryClient.invalidateQueries();
    }
  }

  if (!mayChange && !memo) return undefined;
  return (
    <section className={css.memo}>
      <h3>
        <label htmlFor={field}>Note to self</label>
      </h3>
      <textarea
        id={field}
        value={typed}
        readOnly={!mayChange}
        maxLength={2000}
        dir="auto"
        aria-describedby={`${field}hint`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
      />
      <p id={`${field}hint`} role="status">
        {isPending
          ? 'Saving …'
          : memo
            ? `Saved ${momentText(memo.changedAt)}${memo.by === null ? '' : ` by ${memo.by}`}. It is in no email and on no page.`
            : 'It is in no email and on no page, and is saved when you leave the field.'}
      </p>
    </section>
  );
}
