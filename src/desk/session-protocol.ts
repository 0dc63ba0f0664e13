/** What the desk's server and its page agree on about sessions. */

/**
 * The message with which the desk refuses a request whose session has ended. The page recognizes it, and shows it no longer once the
 * organizer has signed in again.
 */
export const sessionEnded = 'Your session has ended. Sign in again.';

/**
 * The name of the header with which an open page of the desk says that nobody has used it for a while: what it requests on its own, because
 * something has changed, must not keep its session open.
 */
export const unattendedHeader = 'desk-unattended';
