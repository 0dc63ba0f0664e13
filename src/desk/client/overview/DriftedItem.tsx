import type { Drift } from '../../../outbox/drift.ts';
import { driftText } from '../../../outbox/problem-text.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';

interface Props {
  drifted: Drift[];
  /** A reader sees what is missing, and changes nothing. */
  canChange: boolean;
}

/** What the provider lost of the delivered sign-ups, with the button that sends it again. */
export function DriftedItem({ drifted, canChange }: Props) {
  const { mutate, isPending, error } = useChange();
  return (
    <li>
      <p>
        {driftText(drifted)} <bdi>{[...new Set(drifted.map(({ name }) => name))].join(', ')}</bdi>
      </p>
      {error && <p>{error.message}</p>}
      {canChange && (
        <Button busy={isPending} onClick={() => isPending || mutate({ path: '/api/deliveries/send-again', body: {} })}>
          Send again
        </Button>
      )}
    </li>
  );
}
