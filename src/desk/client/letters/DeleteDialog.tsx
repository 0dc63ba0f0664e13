import { useState } from 'react';
import type { FormEvent } from 'react';
import type { LetterPreview } from '../../../letters/service.ts';
import { queryClient, useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import css from './Letters.module.css';

interface Props {
  letter: LetterPreview;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a letter that nobody got is deleted, because its words are gone then. Deletes only the letter as it was when it opened. */
export function DeleteDialog({ letter, onDeleted, onClose }: Props) {
  const [{ id, version, subject, sentence }] = useState(letter);
  const { mutate, isPending, error } = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // After a refusal the organizer reads the letter as it is now.
    const onError = () => void queryClient.invalidateQueries({ queryKey: [`/api/letters/${id}`] });
    if (!isPending) mutate({ path: `/api/letters/${id}/delete`, body: { version } }, { onSuccess: onDeleted, onError });
  };
  return (
    <Dialog title="Delete this letter" busy={isPending} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        {error && <Failure>{error.message}</Failure>}
        <p>
          “{subject}”, to: {sentence}. Nobody got it. Its words cannot be restored.
        </p>
        <p className={css.buttons}>
          <Button kind="action" type="submit" busy={isPending}>
            Delete the letter
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
