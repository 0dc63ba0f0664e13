import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure } from '../components/Messages.tsx';
import { boardActions, type BoardAction } from '../retreat/board-actions.ts';
import type { Done } from '../retreat/DoneNotice.tsx';
import { useFacts } from '../facts.ts';

interface Props {
  detail: SubmissionDetail;
  /** Opens a dialog of its own. */
  onOpen: (dialog: BoardAction | 'erase') => void;
  onDone: (done: Done) => void;
}

/** What an organizer can do for the founder of a submission. */
export function PersonActions({ detail: { id, state, isReplaced, entry }, onOpen, onDone }: Props) {
  const { retreats } = useFacts();
  const { mutate, isPending, error } = useChange();
  const change = (path: string, text: string) => () => mutate({ path, body: {} }, { onSuccess: () => onDone({ text }) });
  const offered = entry && boardActions[entry.state];
  // A founder may wait for a retreat that is not announced yet: it has no seats to offer.
  const hasSeats = retreats.some(({ slug }) => slug === entry?.card.retreat);
  return (
    <>
      {error && <Failure>{error.message}</Failure>}
      <p className="row">
        {state === 'quarantined' && (
          <Button
            kind="action"
            busy={isPending}
            onClick={change(
              `/api/registrations/${id}/release`,
              'The sign-up was released. It is confirmed now, and the emails will go out, unless the founder has sent newer answers.',
            )}
          >
            Release from possible spam
          </Button>
        )}
        {offered && (offered.action !== 'invite' || hasSeats) && (
          <Button kind={offered.action === 'invite' ? 'action' : 'plain'} onClick={() => onOpen(offered.action)}>
            {offered.label}
          </Button>
        )}
        {entry?.state === 'invited' && (
          <Button busy={isPending} onClick={change(`/api/entries/${entry.card.id}/resend`, 'The invitation will be sent again.')}>
            Resend the invitation
          </Button>
        )}
        {state !== 'quarantined' && !isReplaced && (
          <Button
            busy={isPending}
            onClick={change(
              `/api/registrations/${id}/resend`,
              state === 'held' ? 'The founder will be asked again to confirm the email address.' : 'The confirmation will be sent again.',
            )}
          >
            {state === 'held' ? 'Ask again to confirm' : 'Resend the confirmation'}
          </Button>
        )}
        <Button onClick={() => void navigator.clipboard.writeText(id).then(() => onDone({ text: `The ID was copied: ${id}` }))}>
          Copy the ID
        </Button>
        <Button onClick={() => onOpen('erase')}>Erase …</Button>
      </p>
    </>
  );
}
