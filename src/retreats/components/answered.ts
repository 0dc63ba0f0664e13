import type { Content } from '../../content/content.ts';
import type { InvitationView } from '../views.ts';
import type { Answer } from '../repository/answers.ts';

type Outcome = keyof Content['retreat']['invitation']['answered'];

/** What her answer came to; undefined while there is none. */
export function outcomeOf({ answer, state }: InvitationView): Outcome | undefined {
  if (answer === null) return undefined;
  if (state === 'cancelled') return 'cancelled';
  // Accepted, and still waiting: there was no seat left.
  if (answer === 'accept') return state === 'waiting' ? 'full' : 'accepted';
  return answer === 'decline' ? 'declined' : 'later';
}

/** What she may still answer: everything but what she has, and what would come to the same. */
export function offered(view: InvitationView): Answer[] {
  if (!view.open) return [];
  const outcome = outcomeOf(view);
  if (outcome === 'accepted') return ['decline'];
  if (outcome === 'cancelled') return ['accept'];
  return (['accept', 'decline', 'later'] as const).filter((answer) => answer !== view.answer);
}
