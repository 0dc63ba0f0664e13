import { useId, useState } from 'react';
import type { RegistrationDetail } from '../../server/routes/registrations.ts';
import { useChange } from '../api.ts';
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
  const [saved, setSaved] = useState(memo?.text ?? '');
  const { mutateAsync, isPending } = useChange();

  async function save(text: string): Promise<void> {
    if (text.trim() === saved) return;
    setSaved(text.trim());
    try {
      await mutateAsync({ path: `/api/entries/${id}/memo`, body: { text } });
    } catch (error) {
      setSaved(saved);
      onFailed(`The note about ${name} was not saved: ${(error as Error).message} You wrote: ${text}`);
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
        defaultValue={memo?.text}
        readOnly={!mayChange}
        maxLength={2000}
        dir="auto"
        aria-describedby={`${field}hint`}
        onBlur={({ target }) => void save(target.value)}
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
