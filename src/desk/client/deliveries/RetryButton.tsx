import type { Delivery } from '../../../outbox/repository.ts';
import { Button } from '../components/Button.tsx';
import { useMayChange } from '../facts.ts';
import { kindText } from '../words.ts';

interface Props {
  delivery: Pick<Delivery, 'kind' | 'state' | 'failingSince'>;
  /** The founder whom it is about; empty for a delivery that belongs to no submission. */
  name: string;
  onRetry: () => void;
}

/** Retries a delivery that is parked or waits for another attempt; nothing for another one, and for readers. */
export function RetryButton({ delivery: { kind, state, failingSince }, name, onRetry }: Props) {
  const mayChange = useMayChange();
  const isWaiting = state === 'due' && failingSince !== null;
  if (!mayChange || (state !== 'parked' && !isWaiting)) return null;
  return (
    <Button label={`Retry: ${kindText(kind)}${name && `, ${name}`}`} onClick={onRetry}>
      {state === 'parked' ? 'Retry' : 'Retry now'}
    </Button>
  );
}
