import { useState } from 'react';
import type { FormEvent } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { SiteFacts } from '../../server/context.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import { InviteDialog } from './InviteDialog.tsx';
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
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Asks for confirmation before anything changes, since a mail may follow. */
export function MoveDialog({ move, card, facts, onDone, onClose }: Props) {
  if (move === 'invite') return <InviteDialog cards={[card]} facts={facts} onDone={onDone} onClose={onClose} />;
  return <ConfirmDialog move={move} card={card} onDone={onDone} onClose={onClose} />;
}

function ConfirmDialog({ move, card, onDone, onClose }: Omit<Props, 'facts' | 'move'> & { move: Exclude<Move, 'invite'> }) {
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useChange();
  const givesReason = move === 'revoke' && card.state === 'accepted';
  const name = isolate(card.name);
  const { title, explanation, button, done } =
    move === 'reopen' ? reopen(name) : givesReason ? withdrawSeat(name) : withdrawInvitation(name);
  const body = move === 'revoke' ? { from: card.state, reason } : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ path: `/api/entries/${card.id}/${move}`, body }, { onSuccess: () => onDone({ text: done }) });
  };

  return (
    <Dialog title={title} busy={isPending} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        {error && <Failure>{error.message}</Failure>}
        <p>{explanation}</p>
        {givesReason && (
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
  done: `${name}’s seat was withdrawn. She is now marked Cancelled. An email tells her.`,
});

const withdrawInvitation = (name: string) => ({
  title: `Withdraw ${name}’s invitation`,
  explanation: 'Her link stops working, and she is back on the waitlist. An email tells her.',
  button: 'Withdraw the invitation',
  done: `${name}’s invitation was withdrawn. If it has reached her, an email tells her.`,
});

const reopen = (name: string) => ({
  title: `Return ${name} to the waitlist`,
  explanation: 'She waits from today on. No email is sent.',
  button: 'Return her to the waitlist',
  done: `${name} is back on the waitlist.`,
});
