import { useState } from 'react';
import type { LetterPreview } from '../../../letters/service.ts';
import { QuestionDialog } from '../components/QuestionDialog.tsx';

interface Props {
  letter: LetterPreview;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a letter that nobody got is deleted, because its words are gone then. Deletes only the letter as it was when it opened. */
export function DeleteDialog({ letter, onDeleted, onClose }: Props) {
  const [{ id, version, subject, sentence }] = useState(letter);
  return (
    <QuestionDialog
      title="Delete this letter"
      button="Delete the letter"
      change={{ path: `/api/letters/${id}/delete`, body: { version } }}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        “{subject}”, to: {sentence}. Nobody got it. Its words cannot be restored.
      </p>
    </QuestionDialog>
  );
}
