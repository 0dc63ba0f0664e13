import type { EntryState } from '../../database/schema.ts';

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

/** A founder answers herself: nobody drags her to a seat. A seat that is taken back is cancelled, an invitation leads back to the list. */
const leadsTo: Record<Move, (from: EntryState) => EntryState> = {
  invite: () => 'invited',
  revoke: (from) => (from === 'accepted' ? 'cancelled' : 'waiting'),
  reopen: () => 'waiting',
};

export const moveOf = (state: EntryState): Move => moves[state];

/** The move that a card dragged from one column to another means; undefined where there is none. */
export function moveFor(from: EntryState, to: EntryState): Move | undefined {
  const move = moves[from];
  return leadsTo[move](from) === to ? move : undefined;
}

export const moveWords: Record<Move, (state: EntryState) => string> = {
  invite: () => 'Invite',
  revoke: (state) => (state === 'accepted' ? 'Take seat back' : 'Take back'),
  reopen: () => 'Back on the list',
};
