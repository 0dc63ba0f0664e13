import { isolate } from '../../../content/placeholders.ts';
import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { QuestionDialog } from '../components/QuestionDialog.tsx';

interface Props {
  detail: SubmissionDetail;
  onErased: () => void;
  onClose: () => void;
}

/** Erasing cannot be undone, so the organizer types the email address, and the server compares it. */
export function EraseDialog({ detail: { id, name, email }, onErased, onClose }: Props) {
  return (
    <QuestionDialog
      title={`Erase ${isolate(name)}`}
      button="Erase everywhere"
      change={{ path: `/api/registrations/${id}/erase`, body: {} }}
      onDone={onErased}
      onClose={onClose}
    >
      <p>
        This will erase every registration of <bdi>{email}</bdi>, the founder’s place on the waitlist or seat, all answers, and the emails
        and messages about the founder. It cannot be undone. Earlier backups and exports will still contain the data, and so will your
        provider.
      </p>
      <label>
        Type the founder’s email address to confirm
        <input name="email" type="email" required autoComplete="off" spellCheck={false} />
      </label>
    </QuestionDialog>
  );
}
