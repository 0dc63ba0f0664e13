import type { RegistrationDetail } from '../server/shapes.ts';
import { useLoaded } from './ask.ts';
import { Dialog } from './Dialog.tsx';
import { useLive } from './live.tsx';
import css from './PersonDialog.module.css';
import { Failure, Waiting } from './State.tsx';
import { deliveryWords, entryWords, kindText, momentText, stateWords } from './words.ts';

const actors = { founder: 'herself', organizer: 'you', clock: 'the house' };

/** Everything about one registration: her answers, her way since, and what was sent on. */
export function PersonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { versions } = useLive();
  const { data, error } = useLoaded<RegistrationDetail>(`/api/registrations/${id}`, JSON.stringify(versions));
  const name =
    data?.answers
      .slice(0, 2)
      .map(([, value]) => value)
      .join(' ') ?? 'One registration';
  return (
    <Dialog title={name} onClose={onClose}>
      {error && <Failure>{error}</Failure>}
      {data ? <Detail detail={data} /> : !error && <Waiting />}
    </Dialog>
  );
}

function Detail({ detail: { formName, state, receivedAt, answers, older, entry, deliveries } }: { detail: RegistrationDetail }) {
  return (
    <div className={css.detail}>
      <p>
        {formName}. {stateWords[state]}. Received {momentText(receivedAt)}.
      </p>
      <Answers answers={answers} />
      {entry && (
        <section>
          <h3>Her way: {entryWords[entry.state].toLowerCase()}</h3>
          <ol role="list">
            {entry.history.map(({ at, to, actor }) => (
              <li key={at + to}>
                {momentText(at)}: {entryWords[to].toLowerCase()}, by {actors[actor]}
              </li>
            ))}
          </ol>
        </section>
      )}
      {deliveries.length > 0 && (
        <section>
          <h3>Sent on</h3>
          <ul role="list">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                {kindText(delivery.kind)}: {deliveryWords[delivery.state].toLowerCase()}
                {delivery.lastError && ` (${delivery.lastError})`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {older.map((one) => (
        <section key={one.receivedAt}>
          <h3>What she sent before, on {momentText(one.receivedAt)}</h3>
          <Answers answers={one.answers} />
        </section>
      ))}
    </div>
  );
}

function Answers({ answers }: { answers: [string, string][] }) {
  return (
    <dl className={css.answers}>
      {answers.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
