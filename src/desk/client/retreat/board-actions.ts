import type { EntryState } from '../../../database/schema.ts';

/** What an organizer can do for a founder on the board. */
export type BoardAction = 'invite' | 'revoke' | 'reopen';

const actions: Record<EntryState, BoardAction> = {
  waiting: 'invite',
  invited: 'revoke',
  accepted: 'revoke',
  declined: 'reopen',
  lapsed: 'reopen',
  cancelled: 'reopen',
  withdrawn: 'reopen',
};

/**
 * Only the founder can accept an invitation. The founder of a cancelled seat is no longer on the waitlist; the founder of a withdrawn
 * invitation is waiting again.
 */
const targets: Record<BoardAction, (from: EntryState) => EntryState> = {
  invite: () => 'invited',
  revoke: (from) => (from === 'accepted' ? 'cancelled' : 'waiting'),
  reopen: () => 'waiting',
};

export const actionOf = (state: EntryState): BoardAction => actions[state];

/** Returns the action for a card that is dragged from one column to another; undefined if there is none. */
export function actionFor(from: EntryState, to: EntryState): BoardAction | undefined {
  const action = actions[from];
  return targets[action](from) === to ? action : undefined;
}

export const actionLabels: Record<BoardAction, (state: EntryState) => string> = {
  invite: () => 'Invite',
  revoke: (state) => (state === 'accepted' ? 'Cancel seat' : 'Withdraw'),
  reopen: () => 'Return to waitlist',
};
