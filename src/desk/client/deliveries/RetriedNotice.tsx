import { useQuery } from '@tanstack/react-query';
import { pluralize } from '../../../content/format.ts';
import { isolate } from '../../../content/placeholders.ts';
import type { Delivery } from '../../../outbox/repository.ts';
import { followedAtOnce } from '../../deliveries-limits.ts';
import type { DeliveriesPage, DeliveryRow } from '../../server/routes/deliveries.ts';
import { Notice } from '../components/Messages.tsx';
import { useFacts } from '../facts.ts';
import { request } from '../request.ts';
import { kindText, retriedText } from '../words.ts';

/** A delivery that was retried, and how many attempts it had: a parked delivery begins again with none. */
export interface RetriedDelivery {
  id: string;
  wasParked: boolean;
  attempts: number;
}

/** Returns what is to be remembered of a delivery that is about to be retried. */
export const toFollow = ({ id, state, attempts }: Pick<Delivery, 'id' | 'state' | 'attempts'>): RetriedDelivery => ({
  id,
  wasParked: state === 'parked',
  attempts,
});

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
  const outcomes = data && outcomesOf(data.rows, retried);
  return (
    <Notice>
      {outcomes && outcomes.delivered.length + outcomes.failed.length > 0 ? (
        outcomesText(outcomes, retried.length)
      ) : (
        <>
          {retriedText(count, facts)}
          {count > 1 && ' If their receiver refused every delivery, one is sent first as a test, and the others once it is accepted.'}
        </>
      )}
    </Notice>
  );
}

interface Outcomes {
  delivered: DeliveryRow[];
  failed: DeliveryRow[];
  /** Those without an outcome yet. */
  due: DeliveryRow[];
}

function outcomesOf(rows: DeliveryRow[], retried: RetriedDelivery[]): Outcomes {
  const before = new Map(retried.map((each) => [each.id, each]));
  const outcomes: Outcomes = { delivered: [], failed: [], due: [] };
  for (const row of rows) {
    if (row.state === 'delivered') outcomes.delivered.push(row);
    else if (hasFailedAgain(row, before.get(row.id)!)) outcomes.failed.push(row);
    else outcomes.due.push(row);
  }
  return outcomes;
}

/** Returns whether the attempt after the retry has failed. An attempt that is being made is counted already. */
function hasFailedAgain({ state, attempts, failingSince, nextAttemptAt }: DeliveryRow, before: RetriedDelivery): boolean {
  if (state === 'parked') return true;
  // A retry of a parked delivery resets it, and one of a waiting delivery does not.
  if (before.wasParked) return failingSince !== null;
  const newAttempts = attempts - before.attempts;
  return newAttempts > 1 || (newAttempts === 1 && Date.parse(nextAttemptAt) > Date.now());
}

function outcomesText(outcomes: Outcomes, total: number): string {
  const { delivered, failed, due } = outcomes;
  const [only = failed[0]] = delivered;
  if (total === 1 && only) return oneOutcomeText(only);
  const sentences = [`${delivered.length} of ${pluralize(total, 'delivery', 'deliveries')} ${wasOrWere(delivered.length)} delivered.`];
  if (failed.length > 0) sentences.push(`${failed.length} failed again${reasonText(failed)}.`);
  if (due.length > 0) sentences.push(`${due.length} ${due.length === 1 ? 'is' : 'are'} still on the way.`);
  return sentences.join(' ');
}

function oneOutcomeText(row: DeliveryRow): string {
  const { kind, name, state, isInFile } = row;
  const what = `${kindText(kind)}${name && `, ${isolate(name)}`}`;
  if (state === 'delivered') return `${what}: ${isInFile ? 'written to a file' : 'delivered'}.`;
  return `${what}: failed again${reasonText([row])}. ${state === 'parked' ? 'It is parked.' : 'It will be retried automatically.'}`;
}

const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');

/** Returns the reason that failed deliveries have in common, or where their reasons are. */
function reasonText(failed: DeliveryRow[]): string {
  const reasons = new Set(failed.map(({ lastError }) => lastError));
  const [reason] = reasons;
  return reasons.size === 1 && reason ? ` (${reason})` : ', each for the reason in its row below';
}
