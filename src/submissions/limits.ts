import { dayMs, minuteMs } from '../durations.ts';

export const maxFields = 100;

/** How long the solution of a challenge is accepted. A form that stays open longer fetches another one by itself. */
export const challengeLifetimeMs = 20 * minuteMs;

/** How far the clocks of two instances, or of one before and after it is set, may differ without a founder noticing. */
export const maxClockSkewMs = minuteMs;

export const confirmationLifetimeMs = 7 * dayMs;

/** How long an address gets no second confirmation email for the same form. The link of the first one also shows later submissions. */
export const confirmationCooldownMs = dayMs;

/** The cooldown of each of the two emails that a form and an address may cause to a recipient, regardless of the number of posts. */
export const mailCooldownMs = dayMs;

/** How long the second of them waits, so that several changes in quick succession cause one email. */
export const secondMailDelayMs = 2 * minuteMs;

/** How many notes about sign-ups the organizer gets in a burst; then one for each interval, and the others come in a digest. */
export const maxNotes = 100;
export const noteIntervalMs = 36_000;
