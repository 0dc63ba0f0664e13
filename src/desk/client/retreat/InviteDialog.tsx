import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import { isolate } from '../../../content/placeholders.ts';
import type { Invited } from '../../../retreats/invitation-service.ts';
import { invitationDays, maxNoteLength } from '../../../retreats/limits.ts';
import type { SiteFacts } from '../../server/context.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { requestAgain } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Form } from '../components/Form.tsx';
import { TextArea } from '../components/TextField.tsx';
import type { ShowNotice } from '../components/use-notice.tsx';
import { lastingReason, post } from '../request.ts';
import { seatsFullText, takesSeat } from '../../../retreats/entry-states.ts';
import { dayText, mailIsDueText } from '../words.ts';
import { useFacts } from '../facts.ts';
import { DaysField } from './DaysField.tsx';
import css from './InviteDialog.module.css';
import { SameBrand } from './SameBrand.tsx';
import { useUnsentText } from './unsent-text.ts';
import { useBoard } from './use-board.ts';

interface Props {
  /** Waiting founders of one retreat, at least one. */
  cards: FounderCard[];
  onDone: ShowNotice;
  onClose: () => void;
}

/** Invites one founder, or several with the same note. */
export function InviteDialog({ cards: opened, onDone, onClose }: Props) {
  const facts = useFacts();
  // As they were when the dialog opened: the board removes invited founders from its own list.
  const [cards] = useState(opened);
  const [invitedCount, setInvitedCount] = useState(0);
  const remaining = cards.slice(invitedCount);
  const { text: note, setText: setNote, drop: dropNote } = useUnsentText(remaining.map(purposeOf));
  const [days, setDays] = useState(String(invitationDays));
  const [overCapacity, setOverCapacity] = useState(false);
  const retreat = cards[0]?.retreat ?? '';
  const { data: board, error: boardError } = useBoard(retreat);
  const seated = board?.cards.filter(({ state }) => takesSeat(state)) ?? [];
  const seatedOfTheirBrands = seated.filter(({ brandKey }) => remaining.some((card) => card.brandKey === brandKey));
  const capacity = facts.retreats.find(({ slug }) => slug === retreat)?.capacity ?? 0;
  const names = remaining.length === 1 ? isolate(remaining[0]?.name ?? '') : pluralize(remaining.length, 'founder');
  const isFull = board !== undefined && seated.length + remaining.length > capacity;

  /** One request for each founder: an invitation that was sent is not asked for again if the next one is refused. */
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      let invited: Invited | undefined;
      for (const card of remaining) {
        const body = { note, days: Number(days), overCapacity: isFull && overCapacity };
        invited = await post<Invited>(`/api/entries/${card.id}/invite`, body);
        dropNote(purposeOf(card));
        setInvitedCount((before) => before + 1);
      }
      return invited;
    },
    onSuccess(invited) {
      if (invited) onDone(doneText(cards, invited, facts), cards.length === 1 ? invited.url : undefined);
    },
    onSettled: (_result, refusal) => requestAgain(refusal),
  });

  function failureText({ message }: Error): string {
    if (invitedCount === 0) return message;
    return `${invitedText(invitedCount, cards.length)} ${lastingReason(message)}`;
  }

  return (
    <Dialog title={`Invite ${names}`} isBusy={isPending} onClose={onClose}>
      <Form failure={error ? failureText(error) : undefined} onSubmit={() => mutate()}>
        {cards.length > 1 && (
          <ul role="list">
            {remaining.map(({ id, name, brand }) => (
              <li key={id}>
                <bdi>{name}</bdi>, <bdi>{brand}</bdi>
              </li>
            ))}
          </ul>
        )}
        <SameBrand cards={[...seatedOfTheirBrands, ...remaining]} />
        {board && board.warnings.length > 0 && (
          <div className="callout" role="alert">
            <p>Check the dates before you send this:</p>
            <ul className={css.warnings}>
              {board.warnings.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        <TextArea label="Your note, shown on the invitation" rows={5} maxLength={maxNoteLength} value={note} onChange={setNote} />
        <DaysField days={days} startsAt={board?.startsAt} onChange={setDays} />
        {/* Required, so that nobody of several is invited before an organizer has decided about all of them. */}
        {isFull && (
          <label>
            <input type="checkbox" required checked={overCapacity} onChange={({ target }) => setOverCapacity(target.checked)} />
            {fullText(capacity - seated.length, capacity, remaining.length)}
          </label>
        )}
        {/* It waits for the warnings: nobody sends an invitation without having seen them, and no press misses the moving button. */}
        <Button kind="action" type="submit" isUnavailable={isPending || !(board ?? boardError)}>
          {remaining.length === 1 ? 'Send the invitation' : `Send ${remaining.length} invitations`}
        </Button>
      </Form>
    </Dialog>
  );
}

const invitedText = (invited: number, of: number): string => `${invited} of ${of} ${invited === 1 ? 'is' : 'are'} invited.`;

/** The note is kept for each founder: if only some could be invited, it is there again for the others. */
const purposeOf = ({ id }: FounderCard) => `invite ${id}`;

function fullText(free: number, capacity: number, chosen: number): string {
  if (free <= 0) return `${seatsFullText(capacity)}. Invite anyway: the first to say yes get the seats`;
  return `Only ${pluralize(free, 'seat')} of ${capacity} ${free === 1 ? 'is' : 'are'} free. Invite all ${chosen} anyway`;
}

function doneText(cards: FounderCard[], { expiresAt }: Invited, facts: SiteFacts): string {
  const whom = cards.length > 1 ? `${cards.length} founders are` : `${isolate(cards[0]!.name)} is`;
  return `${whom} invited until ${dayText(expiresAt)}. ${mailIsDueText(facts, cards.length)}`;
}
