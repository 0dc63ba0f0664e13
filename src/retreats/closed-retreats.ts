import type { ClosedRetreats } from '../content/schedule.ts';
import type { Waitlist } from './repository.ts';

/** How long a form may still be that of a retreat after the retreat was closed. */
const readForMs = 10_000;

/** Returns a function that returns the closed retreats, as of at most 10 seconds ago. It returns none while the store cannot be read. */
export function createClosedRetreats(waitlist: Pick<Waitlist, 'listClosedRetreats'>, now: () => Date): () => Promise<ClosedRetreats> {
  let last: { atMs: number; closed: Promise<ClosedRetreats> } | undefined;
  return () => {
    const atMs = now().getTime();
    if (!last || atMs - last.atMs >= readForMs) last = { atMs, closed: waitlist.listClosedRetreats().catch(() => new Set<string>()) };
    return last.closed;
  };
}
