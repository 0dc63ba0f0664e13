import type { ReactNode, SubmitEvent } from 'react';
import { useChange } from '../api.ts';
import type { Change } from '../api.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Failure } from './Messages.tsx';
import css from './QuestionDialog.module.css';

interface Props {
  title: string;
  /** The text of the button that requests the change. */
  button: string;
  change: Change;
  onDone: () => void;
  onRefused?: () => void;
  onClose: () => void;
  /** What the change will cause, and the fields that it needs. */
  children: ReactNode;
}

/** Asks an organizer before something is changed. It stays open with the reason if the change was refused. */
export function QuestionDialog({ title, button, change, onDone, onRefused, onClose, children }: Props) {
  const { mutate, isPending, error } = useChange();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(change, { onSuccess: onDone, onError: onRefused });
  };
  return (
    <Dialog title={title} busy={isPending} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        {error && <Failure>{error.message}</Failure>}
        {children}
        <p>
          <Button kind="action" type="submit" busy={isPending}>
            {button}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
