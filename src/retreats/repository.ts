import type { Engine } from '../database/engine.ts';
import { alumnaeCommands } from './repository/alumnae.ts';
import { answerNoteQueries } from './repository/answer-notes.ts';
import { answerCommands } from './repository/accept-and-decline.ts';
import { deadlineCommands } from './repository/deadlines.ts';
import { entryQueries } from './repository/entries.ts';
import { houseCommands } from './repository/house.ts';
import { invitationQueries } from './repository/invitations.ts';
import { memoCommands } from './repository/memos.ts';
import { resendCommands } from './repository/resend.ts';
import { seasonCommands } from './repository/seasons.ts';
import { seatCommands } from './repository/seats.ts';

export type Waitlist = ReturnType<typeof createWaitlist>;

/** Returns the repository of the waitlists, invitations and seats. Its methods throw StoreUnavailable when the engine fails. */
export function createWaitlist(engine: Engine) {
  return {
    ...entryQueries(engine),
    ...invitationQueries(engine),
    ...seatCommands(engine),
    ...answerCommands(engine),
    ...answerNoteQueries(engine),
    ...deadlineCommands(engine),
    ...seasonCommands(engine),
    ...alumnaeCommands(engine),
    ...houseCommands(engine),
    ...memoCommands(engine),
    ...resendCommands(engine),
  };
}
