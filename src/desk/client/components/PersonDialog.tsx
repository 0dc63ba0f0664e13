import { isolate } from '../../../content/placeholders.ts';
import type { RegistrationDetail } from '../../server/routes/registrations.ts';
import { useData } from '../api.ts';
import { deliveryWords, entryWords, kindText, momentText, stateWords } from '../words.ts';
import { Answers } from './Answers.tsx';
import { Dialog } from './Dialog.tsx';
import { Failure, Loading } from './Messages.tsx';
import css from './PersonDialog.module.css';

const actors = { founder: 'the founder', organizer: 'you', clock: 'the site' };

/** Everything about one registration: the answers, the history on the waitlist, and the deliveries. */
export function PersonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useData<RegistrationDetail>(`/api/registrations/${id}`, ['submissions', 'entries', 'deliveries']);
  return (
    <Dialog title={isolate(data?.name || 'Registration')} onClose={onClose}>
      {error && <Failure>{error}</Failure>}
      {data ? <Detail detail={data} /> : !error && <Loading />}
    </Dialog>
  );
}

function Detail({ detail: { formName, state, receivedAt, answers, older, entry, house, deliveries } }: { detail: RegistrationDetail }) {
  return (
    <div className={css.detail}>
      <p>
        {formName}. {stateWords[state]}. Received {momentText(receivedAt)}.
      </p>
      <Answers answers={answers} />
      {entry && (
        <section>
          <h3>History: {entryWords[entry.state].toLowerCase()}</h3>
          <ol role="list">
            {entry.history.map(({ at, from, to, actor, name }) => (
              <li key={at + to}>
                {momentText(at)}: {from === null ? 'joined the waitlist' : entryWords[to].toLowerCase()}, by{' '}
                {name === null ? actors[actor] : <bdi>{name}</bdi>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {house && (
        <section>
          <h3>For the house</h3>
          <Answers answers={house} />
        </section>
      )}
      {deliveries.length > 0 && (
        <section>
          <h3>Deliveries</h3>
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
      {older.map((each) => (
        <section key={each.receivedAt}>
          <h3>Earlier answers, received {momentText(each.receivedAt)}</h3>
          <Answers answers={each.answers} />
        </section>
      ))}
    </div>
  );
}
