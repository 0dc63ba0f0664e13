import { useState } from 'react';
import type { Invited } from '../../retreats/invite.ts';
import type { FounderCard, HouseFacts } from '../server/shapes.ts';
import { change } from './ask.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { InviteFields } from './InviteFields.tsx';
import css from './MoveDialog.module.css';
import type { Move } from './moves.ts';
import { Failure } from './State.tsx';
import { dayText } from './words.ts';

/** What was done, in words; for an invitation its link as well. */
export interface Done {
  text: string;
  url?: string;
}

interface Props {
  move: Move;
  card: FounderCard;
  facts: HouseFacts;
  /** Who has a seat or is invited. */
  atTable: FounderCard[];
  onDone: (done: Done) => void;
  onClose: () => void;
}

const titles: Record<Move, (name: string) => string> = {
  invite: (name) => `Invite ${name}`,
  revoke: (name) => `Take back from ${name}`,
  reopen: (name) => `Put ${name} back on the list`,
};

/** Asks once more before anything changes, since mails follow from it. */
export function MoveDialog({ move, card, facts, atTable, onDone, onClose }: Props) {
  const [note, setNote] = useState('');
  const [days, setDays] = useState(String(facts.invitationDays));
  const [overCapacity, setOverCapacity] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const full = atTable.length >= facts.capacity;

  const go = async (): Promise<Done> => {
    const path = `/api/entries/${card.id}/${move}`;
    if (move === 'invite') {
      const { url, expiresAt } = await change<Invited>(path, { note, days: Number(days), overCapacity });
      return { text: `${card.name} is invited until ${dayText(expiresAt)}. The mail goes out while the site runs.`, url };
    }
    await change(path, move === 'revoke' ? { from: card.state } : {});
    if (move === 'reopen') return { text: `${card.name} is on the waitlist again.` };
    return {
      text:
        card.state === 'accepted'
          ? `The seat of ${card.name} is taken back. A mail tells her.`
          : `The invitation of ${card.name} is taken back. If it has reached her, a mail tells her.`,
    };
  };

  return (
    <Dialog title={titles[move](card.name)} busy={busy} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          setError('');
          setBusy(true);
          go().then(onDone, (failure: Error) => {
            setError(failure.message);
            setBusy(false);
          });
        }}
      >
        {error && <Failure>{error}</Failure>}
        {move === 'invite' && (
          <InviteFields
            note={note}
            onNote={setNote}
            days={days}
            onDays={setDays}
            sameBrand={atTable.filter(({ brandKey }) => brandKey === card.brandKey)}
            full={full}
            overCapacity={overCapacity}
            onOverCapacity={setOverCapacity}
          />
        )}
        {move === 'revoke' && (
          <p>
            {card.state === 'accepted'
              ? 'Her seat is free again, and goes to the head of the waitlist. She gets a mail that says so.'
              : 'Her link ends, and she waits again. She gets a mail that says so.'}
          </p>
        )}
        {move === 'reopen' && <p>She waits from today on. No mail is sent.</p>}
        <p className={css.buttons}>
          <Button kind="action" type="submit" busy={busy}>
            {move === 'invite' ? 'Send the invitation' : move === 'revoke' ? 'Take it back' : 'Put her back on the list'}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
