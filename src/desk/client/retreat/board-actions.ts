import type { EntryState } from '../../../database/schema.ts';

/** What an organizer can do for a founder on the board. */
export type BoardAction = 'invite' | 'extend' | 'revoke' | 'reopen';

const reopen = { action: 'reopen', to: 'waiting', label: 'Return to waitlist' } as const;

/**
 * The action for a founder in each state, the state that it leads to, and the words of its button. Only the founder can accept an
 * invitation. The founder of a cancelled seat is no longer on the waitlist; the founder of a withdrawn invitation is waiting again.
 */
export const boardActions: Record<EntryState, { action: BoardAction; to: EntryState; label: string }> = {
  waiting: { action: 'invite', to: 'invited', label: 'Invite' },
  invited: { action: 'revoke', to: 'waiting', label: 'Withdraw' },
  accepted: { action: 'revoke', to: 'cancelled', label: 'Cancel seat' },
  declined: reopen,
  lapsed: reopen,
  cancelled: reopen,
  withdrawn: reopen,
};
