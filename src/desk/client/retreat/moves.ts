import type { EntryState } from '../../../database/schema.ts';

/** What an organizer can do for a founder on the board. */
export type Move = 'invite' | 'revoke' | 'reopen';

const moves: Record<EntryState, Move> = {
  waiting: 'invite',
  invited: 'revoke',
  accepted: 'revoke',
  declined: 'reopen',
  lapsed: 'reopen',
  cancelled: 'reopen',
  withdrawn: 'reopen',
};

/** Only a founder herself accepts. A withdrawn seat is cancelled; a withdrawn invitation leads back to the waitlist. */
const targets: Record<Move, (from: EntryState) => EntryState> = {
  invite: () => 'invited',
  revoke: (from) => (from === 'accepted' ? 'cancelled' : 'waiting'),
  reopen: () => 'waiting',
};

export const moveOf = (state: EntryState): Move => moves[state];

/** Returns the move for a card that is dragged from one column to another; undefined if there is none. */
export function moveFor(from: EntryState, to: EntryState): Move | undefined {
  const move = moves[from];
  return targets[move](from) === to ? move : undefined;
}

export const moveLabels: Record<Move, (state: EntryState) => string> = {
  invite: () => 'Invite',
  revoke: (state) => (state === 'accepted' ? 'Withdraw seat' : 'Withdraw'),
  reopen: () => 'Return to waitlist',
};
