import type { Logger } from 'pino';
import type { Store } from '../app/open-store.ts';

/** How long one look answers everybody who asks meanwhile, in milliseconds: each is a write, in one queue with what founders send. */
const fresh = 1000;

/** What a balancer asks: whether this process should get requests. */
export interface Readiness {
  /** Undefined when it should; otherwise why not. */
  reason(): Promise<string | undefined>;
  /** From now on it should not: the process is about to end. */
  leave(): void;
}

export function createReadiness(store: Pick<Store, 'database'>, log: Logger): Readiness {
  let looked: Promise<string | undefined> | undefined;
  let leaving = false;

  const look = () =>
    store.database.assertWritable().then(
      () => undefined,
      (error: unknown) => {
        log.error({ err: error }, 'the store cannot be written');
        return 'the store cannot be written';
      },
    );

  return {
    async reason() {
      if (leaving) return 'this process is about to end';
      looked ??= look().finally(() => setTimeout(() => (looked = undefined), fresh).unref());
      return looked;
    },
    leave() {
      leaving = true;
    },
  };
}
