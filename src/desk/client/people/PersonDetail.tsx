import { isolate } from '../../../content/placeholders.ts';
import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { entryLabels } from '../../../retreats/entry-states.ts';
import { stateLabels } from '../../../submissions/state-labels.ts';
import { attendanceRemovalText, attendanceText, letterAlreadySentText } from '../../../workshops/attendance-text.ts';
import { useChange } from '../api.ts';
import { Answers } from '../components/Answers.tsx';
import { Button } from '../components/Button.tsx';
import { Failure, Notice } from '../components/Messages.tsx';
import { RetryButton } from '../deliveries/RetryButton.tsx';
import { useFacts } from '../facts.ts';
import { deliveryMoment, deliveryText, kindText, momentText, retriedText } from '../words.ts';
import { Memo, type MemoProps } from './Memo.tsx';
import css from './PersonDialog.module.css';

const actors = { founder: 'the founder', organizer: 'an organizer', clock: 'the site' };

type Step = NonNullable<SubmissionDetail['entry']>['history'][number];

/** Says what happened. The new state alone does not say it: a founder waits after “not this time”, and after an invitation was withdrawn. */
function stepText({ from, to, event, actor }: Pick<Step, 'from' | 'to' | 'event' | 'actor'>): string {
  if (event === 'resend') return 'invitation sent again';
  if (event === 'extend') return 'invitation extended';
  // An organizer puts a founder on the waitlist only by releasing a sign-up that was marked as possible spam.
  if (event === 'join' && actor === 'organizer') return 'released from possible spam';
  if (from === null) return 'joined the waitlist';
  if (event === 'join') return from === to ? 'sent the form again' : 'joined the waitlist again';
  if (event === 'later' && to === 'waiting') return 'answered “not this time”';
  if (event === 'full') return 'accepted after every seat was taken';
  if (event === 'reopen') return 'returned to the waitlist';
  if (event === 'revoke') return to === 'cancelled' ? 'seat cancelled' : 'invitation withdrawn';
  return to === 'cancelled' ? 'gave up the seat' : entryLabels[to].toLowerCase();
}

const formatters = { formatMoment: momentText, formatName: isolate };

interface Props {
  detail: SubmissionDetail;
  /** Opens another sign-up of the founder. */
  onOpen: (submissionId: string) => void;
  onSave: MemoProps['onSave'];
}

/** The answers, the memo, the history on the waitlist, and the deliveries of one submission. */
export function PersonDetail({ detail, onOpen, onSave }: Props) {
  const { id, name: founder, formName, state, receivedAt, answers, older, entry, house, attendance, deliveries, others } = detail;
  return (
    <div className={`stack roomy ${css.detail}`}>
      <p>
        {formName}. {stateLabels[state]}. Received {momentText(receivedAt)}.
      </p>
      <Answers answers={answers} />
      {entry && <Memo key={entry.card.id} card={entry.card} onSave={onSave} />}
      {entry && (
        <section>
          <h3>
            History: {entryLabels[entry.state].toLowerCase()}
            {detail.otherSeason && `, ${detail.otherSeason}`}
          </h3>
          <ol role="list">
            {entry.history.map(({ at, from, to, event, actor, name }) => (
              <li key={at + event}>
                {momentText(at)}: {stepText({ from, to, event, actor })}, by {name === null ? actors[actor] : <bdi>{name}</bdi>}
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
      {attendance && (
        <section>
          <h3>Attendance</h3>
          <p>{attendanceText(attendance.joined, formatters)}</p>
          {attendance.removals.map((removal) => (
            <p key={removal.removedAt}>{attendanceRemovalText(removal, formatters)}</p>
          ))}
          {attendance.letter && <p>{letterAlreadySentText(attendance.letter, momentText)}</p>}
        </section>
      )}
      {deliveries.length > 0 && <Deliveries key={id} deliveries={deliveries} name={founder} />}
      {others.length > 0 && (
        <section>
          <h3>Other sign-ups</h3>
          <ul role="list">
            {others.map((other) => (
              <li key={other.id}>
                <Button kind="link" onClick={() => onOpen(other.id)}>
                  {other.formName}, received {momentText(other.receivedAt)}
                </Button>
                : {(other.entry ? entryLabels[other.entry] : stateLabels[other.state]).toLowerCase()}
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
      {detail.hasMore && (
        <p>
          There are more sign-ups with this address than are listed here. On the server, <code>bin/organizer person export</code> prints all
          of them.
        </p>
      )}
    </div>
  );
}

/** The deliveries of one submission. A parked one can be retried here as well, with the founder in view whom it did not reach. */
function Deliveries({ deliveries, name }: Pick<SubmissionDetail, 'deliveries' | 'name'>) {
  const { mutate, data, error, submittedAt } = useChange<{ count: number }>();
  const facts = useFacts();
  const retry = (id: string) => mutate({ path: '/api/deliveries/retry', body: { ids: [id] } });
  return (
    <section>
      <h3>Deliveries</h3>
      <Failure>{error?.message}</Failure>
      {data && <Notice key={submittedAt}>{retriedText(data.count, facts)}</Notice>}
      <ul role="list">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            {momentText(deliveryMoment(delivery))}: {kindText(delivery.kind)}, {deliveryText(delivery).toLowerCase()}
            {delivery.lastError && ` (${delivery.lastError})`}{' '}
            <RetryButton delivery={delivery} name={name} onRetry={() => retry(delivery.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
