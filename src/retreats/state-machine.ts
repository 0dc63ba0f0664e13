import type { EntryEvent, EntryState } from '../database/schema.ts';

const transitions: Record<EntryState, Partial<Record<EntryEvent, EntryState>>> = {
  waiting: {
    join: 'waiting',
    invite: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    leave: 'withdrawn',
  },
  invited: {
    join: 'invited',
    accept: 'accepted',
    decline: 'declined',
    later: 'waiting',
    full: 'waiting',
    lapse: 'lapsed',
    revoke: 'waiting',
    leave: 'declined',
    resend: 'invited',
  },
  accepted: { join: 'accepted', accept: 'accepted', decline: 'cancelled', later: 'cancelled', revoke: 'cancelled', leave: 'cancelled' },
  declined: { join: 'waiting', accept: 'accepted', decline: 'declined', later: 'waiting', full: 'waiting', reopen: 'waiting' },
  lapsed: { join: 'waiting', reopen: 'waiting', leave: 'withdrawn' },
  cancelled: {
    join: 'waiting',
    accept: 'accepted',
    decline: 'cancelled',
    later: 'cancelled',
    full: 'waiting',
    reopen: 'waiting',
  },
  withdrawn: { join: 'waiting', reopen: 'waiting' },
};

export const entryStates = Object.keys(transitions) as EntryState[];

/**
 * Returns the state after an event; undefined if the event is not allowed. Every state change goes through here. Whether a founder may
 * still change an answer (declined → accepted, or waiting → accepted after "not this time") is up to the repository, which knows whether
 * the invitation is open.
 */
export function nextState(state: EntryState, event: EntryEvent): EntryState | undefined {
  return transitions[state][event];
}

/** Returns whether a founder in a state takes one of the seats: an open invitation keeps its seat. */
export const takesSeat = (state: EntryState): boolean => state === 'accepted' || state === 'invited';

/**
 * Returns whether an entry is still active: a founder who declined, let an invitation lapse, cancelled or left can join the waitlist again.
 */
export const isActive = (state: EntryState): boolean => state === 'waiting' || state === 'invited' || state === 'accepted';
