import { useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import { maxNoteLength } from '../../../retreats/limits.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import type { ConfirmedAction } from './board-actions.ts';
import type { Done } from './DoneNotice.tsx';

interface Props {
  action: ConfirmedAction;
  card: FounderCard;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Asks for confirmation before anything changes, since a mail may follow. */
export function BoardActionDialog({ action, card: opened, onDone, onClose }: Props) {
  // As it was when the dialog opened: the server refuses to withdraw more than the organizer has agreed to.
  const [card] = useState(opened);
  const givesReason = action === 'revoke' && card.state === 'accepted';
  const name = isolate(card.name);
  const revocation = givesReason ? cancelSeat : withdrawInvitation;
  const { title, explanation, button, done } = action === 'reopen' ? reopen(name) : revocation(name);
  return (
    <QuestionDialog
      title={title}
      button={button}
      change={{ path: `/api/entries/${card.id}/${action}`, body: action === 'revoke' ? { from: card.state } : {} }}
      onDone={() => onDone({ text: done })}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {givesReason && (
        <label>
          Your reason, for the email to the founder
          <textarea name="reason" rows={5} maxLength={maxNoteLength} />
        </label>
      )}
    </QuestionDialog>
  );
}

const cancelSeat = (name: string) => ({
  title: `Cancel ${name}’s seat`,
  explanation:
    'The founder will be marked Cancelled and notified by email. A founder who said yes after every seat was taken will be offered the seat by email at once.',
  button: 'Cancel the seat',
  done: `${name}’s seat was cancelled. The founder is now marked Cancelled, and will be notified by email.`,
});

const withdrawInvitation = (name: string) => ({
  title: `Withdraw ${name}’s invitation`,
  explanation: 'The link will stop working, and the founder will be back on the waitlist and notified by email.',
  button: 'Withdraw the invitation',
  done: `${name}’s invitation was withdrawn. If it was sent already, the founder will be notified by email.`,
});

const reopen = (name: string) => ({
  title: `Return ${name} to the waitlist`,
  explanation: 'The founder will be back on the waitlist as of today. No email will be sent.',
  button: 'Return to the waitlist',
  done: `${name} is back on the waitlist.`,
});
