import { useState } from 'react';
import { dayMs } from '../../../durations.ts';
import { isolate } from '../../../content/placeholders.ts';
import type { Invited } from '../../../retreats/invitation-service.ts';
import { invitationDays, maxInvitationDays, maxNoteLength } from '../../../retreats/limits.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import { TextArea } from '../components/TextField.tsx';
import type { ShowNotice } from '../components/use-notice.tsx';
import { useFacts } from '../facts.ts';
import { dayText, mailIsDueText } from '../words.ts';
import type { BoardAction } from './board-actions.ts';
import { DaysField } from './DaysField.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { useUnsentText } from './unsent-text.ts';
import { useBoard } from './use-board.ts';

interface Props {
  action: BoardAction;
  card: FounderCard;
  onDone: ShowNotice;
  onClose: () => void;
}

/** Asks before anything changes, since an email may follow. */
export function BoardActionDialog({ action, card, ...handlers }: Props) {
  if (action === 'invite') return <InviteDialog cards={[card]} {...handlers} />;
  if (action === 'extend') return <ExtendDialog card={card} {...handlers} />;
  return <EndOrReopenDialog action={action} card={card} {...handlers} />;
}

/** Gives an invited founder more days to answer. */
function ExtendDialog({ card: { id, name, retreat, expiresAt: current }, onDone, onClose }: Omit<Props, 'action'>) {
  const facts = useFacts();
  const [days, setDays] = useState(() => String(Math.min(maxInvitationDays, Math.max(invitationDays, moreDaysThan(current)))));
  const { data: board, error } = useBoard(retreat);
  const doneText = (until: string) => `${isolate(name)}’s invitation is now open until ${dayText(until)}. ${mailIsDueText(facts)}`;
  return (
    <QuestionDialog<Invited>
      title={`Extend ${isolate(name)}’s invitation`}
      button="Extend the invitation"
      change={{ path: `/api/entries/${id}/extend`, body: { days: Number(days) } }}
      obsolete={current && isLongest(current) ? longestText(current) : undefined}
      // Until the latest day of the retreat has arrived: the day that is shown is the one that is set.
      isWaiting={!(board ?? error)}
      onDone={({ url, expiresAt }) => onDone(doneText(expiresAt), url)}
      onClose={onClose}
    >
      <p>
        {current && `The invitation is open until ${dayText(current)}. `}
        The days are counted from today. The founder will get the invitation again by email, with the same link and the new deadline.
      </p>
      <DaysField days={days} startsAt={board?.startsAt} onChange={setDays} />
    </QuestionDialog>
  );
}

/** Returns how many days from now give a founder at least one day more than until an instant; 0 without one. */
const moreDaysThan = (instant: string | null): number => (instant ? Math.ceil((Date.parse(instant) - Date.now()) / dayMs) + 1 : 0);

/** Whether an invitation until an instant cannot get a later day. */
function isLongest(instant: string): boolean {
  const latest = new Date(Date.now() + maxInvitationDays * dayMs);
  return latest <= new Date(instant) || dayText(latest) === dayText(instant);
}

const longestText = (current: string) =>
  `The invitation is open until ${dayText(current)}. An invitation can be open for at most ${maxInvitationDays} days from today, so it cannot get more days now.`;

/** Asks before an invitation or a seat ends, or a founder returns to the waitlist. */
function EndOrReopenDialog({ action, card: opened, onDone, onClose }: Props) {
  // As it was when the dialog opened: the server refuses to withdraw more than the organizer has agreed to.
  const [card] = useState(opened);
  const purpose = `revoke ${opened.id}`;
  const { text: reason, setText: setReason, drop: dropReason } = useUnsentText([purpose]);
  const endsSeat = action === 'revoke' && card.state === 'accepted';
  const endTexts = endsSeat ? cancelSeat : withdrawInvitation;
  const textsOf = action === 'reopen' ? reopen : endTexts;
  const { title, explanation, button, done } = textsOf(isolate(card.name));
  return (
    <QuestionDialog
      title={title}
      button={button}
      change={{ path: `/api/entries/${card.id}/${action}`, body: action === 'revoke' ? { from: card.state } : {} }}
      onDone={() => {
        dropReason(purpose);
        onDone(done);
      }}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {endsSeat && (
        <TextArea
          label="Your reason, for the email to the founder"
          name="reason"
          rows={5}
          maxLength={maxNoteLength}
          value={reason}
          onChange={setReason}
        />
      )}
    </QuestionDialog>
  );
}

const cancelSeat = (name: string) => ({
  title: `Cancel ${name}’s seat`,
  explanation:
    'The founder will be marked Cancelled and notified by email. A founder who said yes after every seat was taken will be offered the seat by email immediately.',
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
