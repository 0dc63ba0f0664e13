import type { Drift, DriftCount } from '../../../outbox/drift.ts';
import { totalDrifted, driftText } from '../../../outbox/problem-text.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { useMayChange } from '../facts.ts';

interface Props {
  drifted: DriftCount[];
  /** The first of them, of which the founders are shown by name. */
  first: Drift[];
  /** Called with the number of deliveries that are sent again. The item leaves then. */
  onSent: (count: number) => void;
}

/** What the provider lost of the delivered sign-ups, with the button that sends it again. */
export function DriftedItem({ drifted, first, onSent }: Props) {
  const mayChange = useMayChange();
  const { mutate, isPending, error } = useChange<{ count: number }>();
  return (
    <li>
      <p>
        {driftText(drifted)} <bdi>{[...new Set(first.map(({ name }) => name))].join(', ')}</bdi>
        {totalDrifted(drifted) > first.length && ' and others'}
      </p>
      {error && <p>{error.message}</p>}
      {mayChange && (
        <Button
          isUnavailable={isPending}
          onClick={() => mutate({ path: '/api/deliveries/send-again', body: {} }, { onSuccess: ({ count }) => onSent(count) })}
        >
          Send again
        </Button>
      )}
    </li>
  );
}
