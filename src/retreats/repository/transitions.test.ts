import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryStates, isActive } from '../entry-states.ts';
import type { EntryEvent, EntryState } from '../../database/schema.ts';
import { nextState } from './transitions.ts';

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
  'resend',
  'extend',
] as const satisfies EntryEvent[];

/** The transitions by section 6 of the contract, written independently of the code; a dot means that the event is not allowed. */
const table = `
  state      join      invite   accept    decline    later      full     lapse   revoke     leave      reopen   resend   extend
  waiting    waiting   invited  accepted  declined   waiting    waiting  .       .          withdrawn  .        .        .
  invited    invited   .        accepted  declined   waiting    waiting  lapsed  waiting    declined   .        invited  invited
  accepted   accepted  .        accepted  cancelled  cancelled  .        .       cancelled  cancelled  .        .        .
  declined   waiting   .        accepted  declined   waiting    waiting  .       .          .          waiting  .        .
  lapsed     waiting   .        .         .          .          .        .       .          withdrawn  waiting  .        .
  cancelled  waiting   .        accepted  cancelled  cancelled  waiting  .       .          .          waiting  .        .
  withdrawn  waiting   .        .         .          .          .        .       .          .          waiting  .        .`;

const [heading, ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/u)) as [string[], ...string[][]];

describe('the state machine of an entry', () => {
  it('has the states and events of the table', () => {
    expect(rows.map(([state]) => state)).toEqual(entryStates);
    expect(heading.slice(1)).toEqual(events);
  });

  it.each(rows.flatMap(([state, ...to]) => events.map((event, at) => ({ state, event, to: to[at] }))))(
    '$state, $event: $to',
    ({ state, event, to }) => expect(nextState(state as EntryState, event) ?? '.').toBe(to),
  );

  it('has only known states after any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let state: EntryState = 'waiting';
        for (const event of happened) state = nextState(state, event) ?? state;
        expect(entryStates).toContain(state);
      }),
    );
  });

  it('returns from every final state to waiting when the founder joins or the organizer reopens', () => {
    for (const state of entryStates.filter((each) => !isActive(each)))
      expect([nextState(state, 'join'), nextState(state, 'reopen')]).toEqual(['waiting', 'waiting']);
  });

  it('allows "invite" only while waiting, and "lapse" only while invited', () => {
    expect(entryStates.filter((state) => nextState(state, 'invite'))).toEqual(['waiting']);
    expect(entryStates.filter((state) => nextState(state, 'lapse'))).toEqual(['invited']);
  });
});
