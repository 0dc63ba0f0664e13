import { useId } from 'react';
import type { OwnPasskeyList } from '../../../organizers/repository.ts';
import { useData } from '../api.ts';
import { LoadingOrFailure } from '../components/Messages.tsx';
import { QuestionButton } from '../components/QuestionDialog.tsx';
import { exactMomentText, momentText } from '../words.ts';
import css from './Access.module.css';

interface Props {
  /** Called with what was done: the button that was pressed is gone. */
  onRemoved: (text: string) => void;
}

/** The passkeys of the person who is signed in, an organizer or a reader. The passkey of a lost device can be removed alone. */
export function OwnPasskeys({ onRemoved }: Props) {
  const { data: passkeys, error } = useData<OwnPasskeyList>('/api/access/passkeys', ['access']);
  const headingId = useId();
  if (!passkeys) return <LoadingOrFailure data={passkeys} error={error} />;
  return (
    <section className="stack" aria-labelledby={headingId}>
      <h2 id={headingId}>Your passkeys</h2>
      <p className="quiet">
        If you lose a device, remove its passkey. The passkey that you are signed in with stays: to remove it, sign in with another one.
      </p>
      <ul role="list" className="stack">
        {passkeys.map(({ id, device, createdAt, usedAt, isCurrent }) => {
          // Two that were added in one minute would have the same name.
          const name = `${device ?? 'Passkey'}, added ${exactMomentText(createdAt)}`;
          return (
            <li key={id} className={`spread ${css.head}`}>
              <span>
                {name}, last used {momentText(usedAt)}
                {isCurrent && ' (this one)'}
              </span>
              {!isCurrent && passkeys.length > 1 && (
                <QuestionButton
                  text="Remove …"
                  label={`Remove the passkey: ${name}`}
                  title="Remove this passkey"
                  button="Remove the passkey"
                  change={{ path: '/api/access/passkeys/remove', body: { id } }}
                  onDone={() => onRemoved(`The passkey was removed: ${name}.`)}
                >
                  <p>
                    {name}. It will no longer sign in, and wherever you signed in with it, you will be signed out immediately. Your other
                    passkeys stay.
                  </p>
                </QuestionButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
