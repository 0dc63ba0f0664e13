import { useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { useData } from '../api.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Failure, LoadingOrFailure } from '../components/Messages.tsx';
import { useNotice, type ShowNotice } from '../components/use-notice.tsx';
import type { BoardAction } from '../retreat/board-actions.ts';
import { BoardActionDialog } from '../retreat/BoardActionDialog.tsx';
import { useMayChange } from '../facts.ts';
import { useSaveBeforeLeave } from './Memo.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PersonDetail } from './PersonDetail.tsx';

interface Props {
  /** The id of a submission. */
  id: string;
  onClose: () => void;
  /** Called after the founder was erased; `onClose` is called if it is left out. */
  onErased?: () => void;
}

/** Everything about one submission, and what an organizer can do for its founder. It leads to the founder's other submissions. */
export function PersonDialog({ id, ...props }: Props) {
  const [openedId, setOpenedId] = useState(id);
  // With a key: another submission begins at its top, with the focus there, and closing it returns the focus to where the first was opened.
  return <SubmissionDialog key={openedId} id={openedId} onOpen={setOpenedId} {...props} />;
}

function SubmissionDialog({ id, onOpen, onClose, onErased = onClose }: Props & { onOpen: (submissionId: string) => void }) {
  const mayChange = useMayChange();
  const { data, error } = useData<SubmissionDetail>(`/api/registrations/${id}`, ['submissions', 'entries', 'deliveries', 'attendance']);
  /** The dialog that is open on top of this one. */
  const [dialog, setDialog] = useState<BoardAction>();
  const [notice, showNotice] = useNotice();
  const { failure, onSave, leave } = useSaveBeforeLeave();
  const finish: ShowNotice = (...done) => {
    setDialog(undefined);
    showNotice(...done);
  };

  return (
    <Dialog title={isolate(data?.name || 'Sign-up')} onClose={() => void leave('Close again', onClose)}>
      <LoadingOrFailure data={data} error={error} />
      {notice}
      <Failure>{failure}</Failure>
      {data && mayChange && <PersonActions detail={data} onOpen={setDialog} onDone={showNotice} onErased={onErased} />}
      {data && (
        <PersonDetail detail={data} onOpen={(other) => void leave('Press the other sign-up again', () => onOpen(other))} onSave={onSave} />
      )}
      {dialog && data?.entry && (
        <BoardActionDialog action={dialog} card={data.entry.card} onDone={finish} onClose={() => setDialog(undefined)} />
      )}
    </Dialog>
  );
}
