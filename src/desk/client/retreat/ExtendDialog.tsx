import { useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { Invited } from '../../../retreats/invitation-service.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Form } from '../components/Form.tsx';
import { useFacts } from '../facts.ts';
import { dayText } from '../words.ts';
import { DaysField } from './DaysField.tsx';
import type { Done } from './DoneNotice.tsx';
import { useBoard } from './use-board.ts';

interface Props {
  /** An invited founder. */
  card: FounderCard;
  onDone: (done: Done) => void;
  onClose: () => void;
}

/** Gives an invited founder more days to answer. */
export function ExtendDialog({ card: { id, name, retreat, expiresAt: current }, onDone, onClose }: Props) {
  const [days, setDays] = useState(String(useFacts().invitationDays));
  const { data: board, error: boardError } = useBoard(new URLSearchParams({ retreat }));
  const { mutate, isPending, error } = useChange<Invited>();
  const title = `Extend ${isolate(name)}’s invitation`;
  const submit = () =>
    mutate(
      { path: `/api/entries/${id}/extend`, body: { days: Number(days) } },
      {
        onSuccess: ({ url, expiresAt }) =>
          onDone({
            text: `${isolate(name)}’s invitation is now open until ${dayText(expiresAt)}. The email will go out while the site is running.`,
            url,
          }),
      },
    );
  return (
    <Dialog title={title} isBusy={isPending} onClose={onClose}>
      <Form failure={error?.message} onSubmit={submit}>
        <p>
          {current && `The invitation is open until ${dayText(current)}. `}
          The days are counted from today. The founder will get the invitation again by email, with the same link and the new deadline.
        </p>
        <DaysField days={days} startsAt={board?.startsAt} onChange={setDays} />
        {/* It waits for the latest day of the retreat, so that the day shown is the one that is set. */}
        <Button kind="action" type="submit" isBusy={isPending || !(board ?? boardError)}>
          Extend the invitation
        </Button>
      </Form>
    </Dialog>
  );
}
