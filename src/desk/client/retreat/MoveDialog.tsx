import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Invited } from '../../../retreats/invite.ts';
import { isolate } from '../../../content/placeholders.ts';
import type { SiteFacts } from '../../server/context.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import { dayText, entryWords } from '../words.ts';
import css from './MoveDialog.module.css';
import type { Move } from './moves.ts';

/** What was done; for an invitation also its link. */
export interface Done {
  text: string;
  url?: string;
}

interface Props {
  move: Move;
  card: FounderCard;
  facts: SiteFacts;
  /** The seats of the retreat that the board shows. */
  capacity: number;
  /** The founders who have a seat or an invitation. */
  seated: FounderCard[];
  /** What is wrong with the dates that an invitation shows. */
  warnings: string[];
  onDone: (done: Done) => void;
  onClose: () => void;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Asks for confirmation before anything changes, since a mail may follow. */
export function MoveDialog({ move, card, facts, capacity, seated, warnings, onDone, onClose }: Props) {
  const [note, setNote] = useState('');
  const [days, setDays] = useState(String(facts.invitationDays));
  const [overCapacity, setOverCapacity] = useState(false);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useChange<Invited>();
  const name = isolate(card.name);
  const { title, explanation, button, body, done } = {
    invite: {
      title: `Invite ${name}`,
      explanation: '',
      button: 'Send the invitation',
      body: { note, days: Number(days), overCapacity },
      done: ({ url, expiresAt }: Invited) => ({
        text: `${name} is invited until ${dayText(expiresAt)}. The email is sent while the site is running.`,
        url,
      }),
    },
    revoke: {
      ...(card.state === 'accepted' ? withdrawSeat(name) : withdrawInvitation(name)),
      body: { from: card.state, reason },
    },
    reopen: {
      title: `Return ${name} to the waitlist`,
      explanation: 'She waits from today on. No email is sent.',
      button: 'Return her to the waitlist',
      body: {},
      done: () => ({ text: `${name} is back on the waitlist.` }),
    },
  }[move];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ path: `/api/entries/${card.id}/${move}`, body }, { onSuccess: (result) => onDone(done(result)) });
  };

  return (
    <Dialog title={title} busy={isPending} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        {error && <Failure>{error.message}</Failure>}
        {move === 'invite' && (
          <>
            {seated
              .filter(({ brandKey }) => brandKey === card.brandKey)
              .map(({ id, name: other, brand, state }) => (
                <p className={css.warning} key={id}>
                  <bdi>{other}</bdi> of <bdi>{brand}</bdi> is already {entryWords[state].toLowerCase()}: two founders of one brand.
                </p>
              ))}
            {warnings.length > 0 && (
              <div className={css.warning} role="alert">
                <p>Look at the dates before you send this:</p>
                <ul>
                  {warnings.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </div>
            )}
            <label>
              Your note to her, shown on the invitation
              <textarea value={note} maxLength={2000} onChange={({ target }) => setNote(target.value)} />
            </label>
            <label>
              Days until it lapses
              {/^[1-9]\d?$/u.test(days) && ` (on ${dayText(inDays(Number(days)))})`}
              <input type="number" min={1} max={60} required value={days} onChange={({ target }) => setDays(target.value)} />
            </label>
            {seated.length >= capacity && (
              <label className={css.check}>
                <input type="checkbox" checked={overCapacity} onChange={({ target }) => setOverCapacity(target.checked)} />
                All {capacity} seats are taken or offered. Invite her anyway
              </label>
            )}
          </>
        )}
        {explanation && <p>{explanation}</p>}
        {move === 'revoke' && card.state === 'accepted' && (
          <label>
            Your reason, in the email to her
            <textarea value={reason} maxLength={2000} onChange={({ target }) => setReason(target.value)} />
          </label>
        )}
        <p className={css.buttons}>
          <Button kind="action" type="submit" busy={isPending}>
            {button}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

const withdrawSeat = (name: string) => ({
  title: `Withdraw ${name}’s seat`,
  explanation: 'Her seat becomes free for the head of the waitlist, and she is marked Cancelled. An email tells her.',
  button: 'Withdraw the seat',
  done: () => ({ text: `${name}’s seat was withdrawn. She is now marked Cancelled. An email tells her.` }),
});

const withdrawInvitation = (name: string) => ({
  title: `Withdraw ${name}’s invitation`,
  explanation: 'Her link stops working, and she is back on the waitlist. An email tells her.',
  button: 'Withdraw the invitation',
  done: () => ({ text: `${name}’s invitation was withdrawn. If it has reached her, an email tells her.` }),
});
