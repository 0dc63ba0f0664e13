import type { Engine } from '../database/engine.ts';
import { alumnaeMethods } from './repository/alumnae.ts';
import { answerNoteMethods } from './repository/answer-notes.ts';
import { answerMethods } from './repository/answers.ts';
import { assignmentMethods } from './repository/assignment.ts';
import { closingMethods } from './repository/closing.ts';
import { deadlineMethods } from './repository/deadlines.ts';
import { entryMethods } from './repository/entries.ts';
import { houseMethods } from './repository/house.ts';
import { invitationMethods } from './repository/invitations.ts';
import { invitingMethods } from './repository/inviting.ts';
import { memoMethods } from './repository/memos.ts';
import { moveAlongMethods } from './repository/move-along.ts';
import { revocationMethods } from './repository/revocation.ts';
import { standingMethods } from './repository/standing.ts';

export type Waitlist = ReturnType<typeof createWaitlist>;

/** Returns the repository of the waitlists, invitations and seats. Its methods throw StoreUnavailable when the engine fails. */
export function createWaitlist(engine: Engine) {
  return {
    ...entryMethods(engine),
    ...standingMethods(engine),
    ...invitationMethods(engine),
    ...invitingMethods(engine),
    ...revocationMethods(engine),
    ...answerMethods(engine),
    ...answerNoteMethods(engine),
    ...deadlineMethods(engine),
    ...assignmentMethods(engine),
    ...closingMethods(engine),
    ...moveAlongMethods(engine),
    ...alumnaeMethods(engine),
    ...houseMethods(engine),
    ...memoMethods(engine),
  };
}
