import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryStates, next, isActive } from './state-machine.ts';
import type { EntryEvent, EntryState } from '../database/schema.ts';

const events = [
  'join',
  'invite',
  'accept',
  'decline',
  'later',
  'full',
  'lapse',
  'revoke',
  'leave',
  'reopen',
] as const satisfies EntryEvent[];

/** Written out a second time, from the contract (section 6) and from what a founder may want: a dot where nothing may happen. */
const table = `
  state      join      invite   accept    decline    later      full     lapse   revoke     leave      reopen
  waiting    waiting   invited  accepted  declined   waiting    waiting  .       .          withdrawn  .
  invited    invited   .        accepted  declined   waiting    waiting  lapsed  waiting    declined   .
  accepted   accepted  .        accepted  cancelled  cancelled  .        .       cancelled  cancelled  .
  declined   waiting   .        accepted  declined   waiting    waiting  .       .          .          waiting
  lapsed     waiting   .        .         .          .          .        .       .          withdrawn  waiting
  cancelled  waiting   .        accepted  cancelled  cancelled  waiting  .       .          .          waiting
  withdrawn  waiting   .        .         .          .          .        .       .          .          waiting`;

const [heading, ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/u)) as [string[], ...string[][]];

describe('the life of an entry', () => {
  it('knows every state and every event', () => {
    expect(rows.map(([state]) => state)).toEqual(entryStates);
    expect(heading.slice(1)).toEqual(events);
  });

  it.each(rows.flatMap(([state, ...to]) => events.map((event, at) => ({ state, event, to: to[at] }))))(
    '$state, $event: $to',
    ({ state, event, to }) => expect(next(state as EntryState, event) ?? '.').toBe(to),
  );

  it('never leaves the table, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let state: EntryState = 'waiting';
        for (const event of happened) state = next(state, event) ?? state;
        expect(entryStates).toContain(state);
      }),
    );
  });

  it('has a way back to the list from everywhere it ends, by the form and by the organizer', () => {
    for (const state of entryStates.filter((one) => !isActive(one)))
      expect([next(state, 'join'), next(state, 'reopen')]).toEqual(['waiting', 'waiting']);
  });

  it('invites only who waits, and lets an invitation run out only while it is unanswered', () => {
    expect(entryStates.filter((state) => next(state, 'invite'))).toEqual(['waiting']);
    expect(entryStates.filter((state) => next(state, 'lapse'))).toEqual(['invited']);
  });
});
