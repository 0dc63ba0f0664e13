import { useState } from 'react';
import type { FormEvent } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { RegistrationDetail } from '../../server/routes/registrations.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import css from './PersonDialog.module.css';

interface Props {
  detail: RegistrationDetail;
  onErased: () => void;
  onClose: () => void;
}

/** Erasing cannot be undone, so the organizer types the email address, and the server compares it. */
export function EraseDialog({ detail: { id, name, email }, onErased, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ path: `/api/registrations/${id}/erase`, body: { email: typed } }, { onSuccess: onErased });
  };
  return (
    <Dialog title={`Erase ${isolate(name)}`} busy={isPending} onClose={onClose}>
      <form className={css.erase} onSubmit={submit}>
        {error && <Failure>{error.message}</Failure>}
        <p>
          This will erase every registration of <bdi>{email}</bdi>, the founder’s place on the waitlist or seat, all answers, and the emails
          and messages about the founder. It cannot be undone. Earlier backups and exports will still contain the data, and so will your
          provider.
        </p>
        <label>
          Type the founder’s email address to confirm
          <input
            type="email"
            required
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <p className={css.buttons}>
          <Button kind="action" type="submit" busy={isPending}>
            Erase everywhere
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
