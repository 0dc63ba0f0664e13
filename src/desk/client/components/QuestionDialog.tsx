import { useId, useState, type ReactNode } from 'react';
import { useChange, type ChangeRequest } from '../api.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Form } from './Form.tsx';

interface Props<Result> {
  title: string;
  /** The text of the button that requests the change. */
  button: string;
  change: ChangeRequest;
  /** Why the question no longer applies, for example because its subject changed while the dialog was open. */
  obsolete?: string | undefined;
  /** Whether the button cannot be used yet, because the dialog is loading something that the organizer must read first. */
  isWaiting?: boolean;
  onDone: (result: Result) => void;
  onClose: () => void;
  /** What the change will cause, and fields whose values become part of its body by their names. */
  children: ReactNode;
}

/** Asks an organizer before something is changed. It stays open with the reason if the change was refused. */
export function QuestionDialog<Result>({ title, button, change, obsolete, isWaiting = false, onDone, onClose, children }: Props<Result>) {
  const { path, body } = change;
  const descriptionId = useId();
  const { mutate, isPending, error } = useChange<Result>();
  const submit = (fields: FormData) => mutate({ path, body: { ...body, ...Object.fromEntries(fields) } }, { onSuccess: onDone });
  return (
    <Dialog title={title} descriptionId={descriptionId} isBusy={isPending} onClose={onClose}>
      {obsolete && !isPending ? (
        <p role="status">{obsolete}</p>
      ) : (
        <Form failure={error?.message} onSubmit={submit}>
          <div className="stack roomy" id={descriptionId}>
            {children}
          </div>
          <Button kind="action" type="submit" isUnavailable={isPending || isWaiting}>
            {button}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

interface ButtonProps extends Omit<Props<unknown>, 'onDone' | 'onClose'> {
  kind?: 'plain' | 'danger';
  text: string;
  /** The accessible name, if the text alone does not say which of many it is about. */
  label?: string;
  onDone?: () => void;
}

/** A button that asks before its change. */
export function QuestionButton({ kind, text, label, onDone, ...question }: ButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const finish = () => {
    close();
    onDone?.();
  };
  return (
    <>
      <Button kind={kind} label={label} onClick={() => setIsAsking(true)}>
        {text}
      </Button>
      {isAsking && <QuestionDialog {...question} onDone={finish} onClose={close} />}
    </>
  );
}
