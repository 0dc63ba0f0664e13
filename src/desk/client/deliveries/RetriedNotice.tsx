import { useQuery } from '@tanstack/react-query';
import { isolate } from '../../../content/placeholders.ts';
import type { Delivery } from '../../../outbox/repository.ts';
import { followedAtOnce } from '../../deliveries-limits.ts';
import type { DeliveriesPage, DeliveryRow } from '../../server/routes/deliveries.ts';
import { Notice } from '../components/Messages.tsx';
import { useFacts } from '../facts.ts';
import { request } from '../request.ts';
import { kindText, retriedText } from '../words.ts';

/** A delivery that is retried, as it was before. */
export type RetriedDelivery = Pick<Delivery, 'id' | 'state' | 'attempts'>;

interface Props {
  /** How many deliveries the desk's server says were retried. */
  count: number;
  /** The deliveries that were retried; empty if it is not known which ones. */
  retried: RetriedDelivery[];
  /** When the retry was requested, which distinguishes it from an earlier retry of the same deliveries. */
  submittedAt: number;
}

/** Says that deliveries will be retried, and then what became of them. It takes the focus when it appears, and not again. */
export function RetriedNotice({ count, retried, submittedAt }: Props) {
  const facts = useFacts();
  const ids = retried.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: ['/api/deliveries', ids, submittedAt],
    queryFn: ({ signal }) => request<DeliveriesPage>(`/api/deliveries?${new URLSearchParams({ ids: ids.join(',') })}`, { signal }),
    meta: { subjects: ['deliveries'] },
    enabled: count > 0 && ids.length > 0 && ids.length <= followedAtOnce,
  });
  const outcome = data && outcomeText(data.rows, retried);
  return (
    <Notice>
      {outcome ?? retriedText(count, facts)}
      {!outcome &&
        count > 1 &&
        ' If their receiver refused every delivery, one is sent first as a test, and the others once it is accepted.'}
    </Notice>
  );
}

/** Says what became of retried deliveries; undefined while none has an outcome. */
function outcomeText(rows: DeliveryRow[], retried: RetriedDelivery[]): string | undefined {
  const before = new Map(retried.map((each) => [each.id, each]));
  const delivered = rows.filter(({ state }) => state === 'delivered');
  const failed = rows.filter((row) => hasFailedAgain(row, before.get(row.id)!));
  const [first] = [...delivered, ...failed];
  if (!first) return undefined;
  if (retried.length === 1) return oneOutcomeText(first);
  const due = rows.length - delivered.length - failed.length;
  return `Of ${retried.length} deliveries, ${delivered.length} arrived, ${failed.length} failed again, and ${due} ${due === 1 ? 'is' : 'are'} still on the way.`;
}

function oneOutcomeText({ kind, name, state, isInFile, lastError }: DeliveryRow): string {
  const what = `${kindText(kind)}${name && `, ${isolate(name)}`}`;
  if (state === 'delivered') return `${what}: ${isInFile ? 'written to a file' : 'delivered'}.`;
  return `${what}: failed again (${lastError}). ${state === 'parked' ? 'It is parked.' : 'It will be retried automatically.'}`;
}

/** Returns whether the attempt after the retry has failed. An attempt that is being made is counted already. */
function hasFailedAgain({ state, attempts, failingSince, nextAttemptAt }: DeliveryRow, before: RetriedDelivery): boolean {
  if (state !== 'due') return state === 'parked';
  // A retry of a parked delivery resets it, and one of a waiting delivery does not.
  if (before.state === 'parked') return failingSince !== null;
  const newAttempts = attempts - before.attempts;
  return newAttempts > 1 || (newAttempts === 1 && Date.parse(nextAttemptAt) > Date.now());
}
