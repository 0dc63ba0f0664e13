import type { FounderCard } from '../server/shapes.ts';
import css from './MoveDialog.module.css';
import { dayText, entryWords } from './words.ts';

interface Props {
  note: string;
  onNote: (note: string) => void;
  days: string;
  onDays: (days: string) => void;
  /** Who of her brand has a seat or is invited. */
  sameBrand: FounderCard[];
  full: boolean;
  overCapacity: boolean;
  onOverCapacity: (yes: boolean) => void;
}

export function InviteFields({ note, onNote, days, onDays, sameBrand, full, overCapacity, onOverCapacity }: Props) {
  const until = /^[1-9]\d?$/u.test(days) ? dayText(inDays(Number(days))) : undefined;
  return (
    <>
      {sameBrand.map(({ id, name, brand, state }) => (
        <p className={css.warning} key={id}>
          {name} of {brand} is {entryWords[state].toLowerCase()} already: two founders of one brand.
        </p>
      ))}
      <label>
        Your words to her, which stand on her invitation
        <textarea value={note} maxLength={2000} onChange={({ target }) => onNote(target.value)} />
      </label>
      <label>
        Days until it lapses{until && ` (on ${until})`}
        <input type="number" min={1} max={60} required value={days} onChange={({ target }) => onDays(target.value)} />
      </label>
      {full && (
        <label className={css.check}>
          <input type="checkbox" checked={overCapacity} onChange={({ target }) => onOverCapacity(target.checked)} />
          Every seat is taken or offered. Invite her all the same
        </label>
      )}
    </>
  );
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
