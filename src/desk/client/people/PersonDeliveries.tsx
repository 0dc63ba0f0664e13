import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import { useChange } from '../api.ts';
import { Failure, Notice } from '../components/Messages.tsx';
import { RetryButton } from '../deliveries/RetryButton.tsx';
import { deliveryMoment, deliveryText, kindText, momentText, retriedText } from '../words.ts';

/** The deliveries of one submission. A parked one can be retried here as well, with the founder in view whom it did not reach. */
export function PersonDeliveries({ deliveries, name }: Pick<SubmissionDetail, 'deliveries' | 'name'>) {
  const { mutate, data, error, submittedAt } = useChange<{ count: number }>();
  const retry = (id: string) => mutate({ path: '/api/deliveries/retry', body: { ids: [id] } });
  return (
    <section>
      <h3>Deliveries</h3>
      {error && <Failure>{error.message}</Failure>}
      {data && <Notice key={submittedAt}>{retriedText(data.count)}</Notice>}
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
