import type { Proofs } from './proof-of-work.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { paths } from '../paths.ts';
import type { Door } from '../http/door.ts';

/** A fresh challenge. Making one costs a few milliseconds of a processor, so that one client cannot ask without end. */
export function challengeDoor(proofs: Proofs, rate: RateLimit): Door {
  return {
    path: /^\/app\/form\/(challenge)$/u,
    shown: paths.challenge,
    async GET({ post }) {
      const wait = await rate(post.client);
      if (wait > 0) return { show: 'problem', status: 429, headers: { 'retry-after': String(wait) } };
      return { show: 'file', type: 'application/json; charset=utf-8', body: JSON.stringify(await proofs.challenge()) };
    },
  };
}
