/** The message with which the desk refuses a request whose session has ended. The page recognizes it: it is out of date after the next sign-in. */
export const sessionEnded = 'Your session has ended. Sign in again.';
