/** What the desk's server and its page agree on about sessions. */

/**
 * The message with which the desk refuses a request whose session has ended. The page recognizes it, and shows it no longer once the
 * organizer has signed in again.
 */
export const sessionEnded = 'Your session has ended. Sign in again.';

/**
 * The name of the event with which the desk ends the events of a page whose session has ended: events that end without it are those of a
 * desk that was closed or cannot be reached.
 */
export const sessionEndedEvent = 'session-ended';

/**
 * The name of the header with which an open page of the desk says that nobody has used it for a while: what it requests on its own, because
 * something has changed, must not keep its session open.
 */
export const unattendedHeader = 'desk-unattended';
