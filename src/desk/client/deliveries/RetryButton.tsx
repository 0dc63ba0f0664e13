import type { Delivery } from '../../../outbox/repository.ts';
import { Button } from '../components/Button.tsx';
import { useMayChange } from '../facts.ts';
import { kindText } from '../words.ts';

type Retried = Pick<Delivery, 'state' | 'failingSince'>;

/** Returns whether a delivery is parked, or waits for another attempt after a failure. */
export const isRetryable = ({ state, failingSince }: Retried): boolean => state === 'parked' || (state === 'due' && failingSince !== null);

interface Props {
  delivery: Retried & Pick<Delivery, 'kind'>;
  /** The founder whom it is about; empty for a delivery that belongs to no submission. */
  name: string;
  onRetry: () => void;
}

/** Retries a delivery that is parked or waits for another attempt; nothing for another one, and for readers. */
export function RetryButton({ delivery, name, onRetry }: Props) {
  const mayChange = useMayChange();
  if (!mayChange || !isRetryable(delivery)) return null;
  const { kind, state } = delivery;
  return (
    <Button label={`Retry: ${kindText(kind)}${name && `, ${name}`}`} onClick={onRetry}>
      {state === 'parked' ? 'Retry' : 'Retry now'}
    </Button>
  );
}
