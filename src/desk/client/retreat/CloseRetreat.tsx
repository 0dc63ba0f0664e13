import { useState } from 'react';
import type { FormEvent } from 'react';
import { formatInstant } from '../../../content/format.ts';
import { seasonFigureLines } from '../../../retreats/season-figures.ts';
import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import css from './InviteDialog.module.css';

interface Props {
  slug: string;
  /** The name and the season of the retreat. */
  label: string;
  closure: RetreatBoard['closure'];
  mayChange: boolean;
}

/** Closes a retreat whose last day is over; says when it was closed, and the figures that are kept. */
export function CloseRetreat({ slug, label, closure, mayChange }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ path: `/api/retreats/${slug}/close`, body: {} }, { onSuccess: () => setAsking(false) });
  };
  if (closure)
    return (
      <section aria-label="Closed retreat">
        <p>This retreat was closed on {formatInstant(closure.closedAt, { dateStyle: 'long' })}. These figures are kept:</p>
        <ul role="list">
          {seasonFigureLines(closure.figures).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    );
  return (
    <section aria-label="Retreat that is over">
      <p>This retreat is over.</p>
      {mayChange && <Button onClick={() => setAsking(true)}>Close this retreat …</Button>}
      {isAsking && (
        <Dialog title={`Close ${label}`} busy={isPending} onClose={() => setAsking(false)}>
          <form className={css.form} onSubmit={submit}>
            {error && <Failure>{error.message}</Failure>}
            <p>
              Invitations that are still open will lapse, and no more founders can be invited. The number of founders at each step is kept
              when their data is erased. A closed retreat cannot be opened again. No email will be sent.
            </p>
            <p className={css.buttons}>
              <Button kind="action" type="submit" busy={isPending}>
                Close the retreat
              </Button>
            </p>
          </form>
        </Dialog>
      )}
    </section>
  );
}
