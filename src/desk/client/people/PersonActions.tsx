import { isolate } from '../../../content/placeholders.ts';
import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { letterAlreadySentText } from '../../../workshops/attendance-text.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure } from '../components/Messages.tsx';
import { QuestionButton } from '../components/QuestionDialog.tsx';
import type { ShowNotice } from '../components/use-notice.tsx';
import { boardActions, type BoardAction } from '../retreat/board-actions.ts';
import { momentText } from '../words.ts';

interface Props {
  detail: SubmissionDetail;
  /** Opens a dialog of its own. */
  onOpen: (dialog: BoardAction) => void;
  onDone: ShowNotice;
  onErased: () => void;
}

/** Says what a change of this attendance has done. The change comes too late for a letter that was sent. */
function attendanceDoneText({ joined, letter }: NonNullable<SubmissionDetail['attendance']>): string {
  const done = joined ? 'The founder is no longer recorded as joined.' : 'The founder is recorded as joined.';
  return letter ? `${done} ${letterAlreadySentText(letter, momentText)}` : done;
}

interface ImmediateChange {
  path: string;
  body?: object;
  /** What is said once it is made. */
  done: string;
  kind?: 'action';
}

const releasedText =
  'The sign-up was released. It is confirmed now, and the emails will go out, unless the founder has sent newer answers.';

/** Says what the ID is for: the desk itself never asks for it. */
const idCopiedText = (id: string): string =>
  `The ID was copied: ${id}. Commands on the server take it, for example “bin/organizer submissions show” followed by the ID.`;

const idNotCopiedText = (id: string): string => `Your browser did not copy the ID. Select it and copy it yourself: ${id}`;

/** What an organizer can do for the founder of a submission. */
export function PersonActions({ detail: { id, name, email, state, isReplaced, entry, attendance }, onOpen, onDone, onErased }: Props) {
  const { mutate, isPending, error } = useChange();
  const copyId = () =>
    void navigator.clipboard.writeText(id).then(
      () => onDone(idCopiedText(id)),
      () => onDone(idNotCopiedText(id)),
    );
  /** Returns a button that changes something immediately. */
  const changeButton = (text: string, { path, body = {}, done, kind }: ImmediateChange) => (
    <Button kind={kind} isUnavailable={isPending} onClick={() => mutate({ path, body }, { onSuccess: () => onDone(done) })}>
      {text}
    </Button>
  );
  const registration = `/api/registrations/${id}`;
  /** What the board offers for a founder in this state. */
  const offered = entry?.card.isMovable ? boardActions[entry.state] : undefined;
  const mayResendConfirmation = state !== 'quarantined' && !isReplaced;
  /** A founder who opened the call has joined it, whatever an organizer says. */
  const mayChangeAttendance = attendance !== null && attendance.joined?.actor !== 'founder';
  return (
    <>
      <Failure>{error?.message}</Failure>
      <div className="row">
        {state === 'quarantined' &&
          changeButton('Release from possible spam', { path: `${registration}/release`, done: releasedText, kind: 'action' })}
        {entry?.card.isExtendable && <Button onClick={() => onOpen('extend')}>Extend the invitation</Button>}
        {offered && (
          <Button kind={offered.action === 'invite' ? 'action' : 'plain'} onClick={() => onOpen(offered.action)}>
            {offered.label}
          </Button>
        )}
        {entry?.state === 'invited' &&
          entry.card.isMovable &&
          changeButton('Resend the invitation', {
            path: `/api/entries/${entry.card.id}/resend`,
            done: 'The invitation will be sent again.',
          })}
        {mayChangeAttendance &&
          changeButton(attendance.joined ? 'Record as not joined' : 'Record as joined', {
            path: `${registration}/attendance`,
            body: { joined: !attendance.joined },
            done: attendanceDoneText(attendance),
          })}
        {mayResendConfirmation &&
          changeButton(state === 'held' ? 'Ask again to confirm' : 'Resend the confirmation', {
            path: `${registration}/resend`,
            done:
              state === 'held' ? 'The founder will be asked again to confirm the email address.' : 'The confirmation will be sent again.',
          })}
        <Button onClick={copyId}>Copy the ID</Button>
        <QuestionButton
          kind="danger"
          text="Erase …"
          title={`Erase ${isolate(name)}`}
          button="Erase everywhere"
          change={{ path: `${registration}/erase`, body: {} }}
          onDone={onErased}
        >
          <p>
            This will erase every registration of <bdi>{email}</bdi>, the founder’s place on the waitlist or seat, all answers, and the
            emails and messages about the founder. It cannot be undone. Earlier backups and exports will still contain the data, and so will
            your provider if the site forwards sign-ups.
          </p>
          {/* The server compares it. */}
          <label>
            Type the founder’s email address to confirm
            <input name="email" type="email" required autoComplete="off" spellCheck={false} />
          </label>
        </QuestionButton>
      </div>
    </>
  );
}
