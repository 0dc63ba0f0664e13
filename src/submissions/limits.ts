import { dayMs, minuteMs } from '../durations.ts';

/** The maximum number of fields of a post. */
export const maxFields = 100;

/** How long the solution of a challenge is accepted. A form that stays open longer fetches another one by itself. */
export const challengeLifetimeMs = 20 * minuteMs;

/** How far the clocks of two instances, or of one before and after it is set, may differ without a founder noticing. */
export const maxClockSkewMs = minuteMs;

/** How long a held submission waits for its confirmation. */
export const confirmationLifetimeMs = 7 * dayMs;

/** How long an address gets no second confirmation mail for the same form. The link of the first one shows what is sent meanwhile. */
export const confirmationCooldownMs = dayMs;

/** For how long two mails about one form and address are enough, whatever is posted. */
export const mailAllowanceMs = dayMs;

/** How long the second of them waits, so that changes that come in quick succession make one mail. */
export const secondMailDelayMs = 2 * minuteMs;

/** How many notes about sign-ups the organizer gets without a pause, and then one for each interval; the others come in a digest. */
export const maxNotes = 100;
export const noteIntervalMs = 36_000;
