import type { Intake } from './receive.ts';
import type { Proofs } from './proof-of-work.ts';
import { paths } from '../paths.ts';
import type { Door } from '../http/door.ts';

/** Takes submissions. */
export function processDoor(intake: Intake, proofs: Proofs): Door {
  return {
    path: /^\/app\/form\/process\/([\w-]+)$/u,
    shown: paths.process(':form'),
    async POST({ parameter: formId, post }) {
      const outcome = await intake.receive(post, formId);
      if (outcome.kind === 'refused') return { show: 'problem', status: outcome.status, formId };
      if (outcome.kind !== 'again')
        return { show: 'redirect', location: outcome.kind === 'held' ? paths.checkInbox(formId) : paths.received(formId) };
      const { status, retryAfter } = outcome;
      const headers: Record<string, string> = retryAfter ? { 'retry-after': String(retryAfter) } : {};
      return { show: 'page', status, headers, view: { again: { ...outcome, challenge: await proofs.challenge() } } };
    },
  };
}
