/** The statuses that have a page of their own. */
export type ProblemStatus = 400 | 403 | 405 | 408 | 410 | 413 | 415 | 429 | 500 | 503;

interface ProblemWords {
  /** What happened, as a heading. */
  heading: string;
  /** What it means, and what to do about it: a sentence each. */
  text: string;
}

/**
 * The text of the error pages. It is for a founder who pressed a button in good faith: nothing is the founder's fault, and each text says
 * what to do next. None promises that a form was stored, because with these statuses none was.
 */
export const problems: Record<ProblemStatus, ProblemWords> = {
  400: {
    heading: 'We could not read that',
    text: 'Something in what reached us was garbled on the way. Go back, reload the page and send it once more.',
  },
  403: {
    heading: 'That came from somewhere else',
    text: 'For your safety we take forms only from our own pages. Open the form here on our site and send it again.',
  },
  405: {
    heading: 'This address does not work that way',
    text: 'The address exists, but it does not accept this kind of request. Start again from the front page.',
  },
  408: {
    heading: 'The line went quiet',
    text: 'Your message took too long to arrive, perhaps on a weak connection. Go back and send it again when the signal is better.',
  },
  410: {
    heading: 'This is no longer here',
    text: 'What this address once offered has closed or run out. The front page shows what is open now.',
  },
  413: {
    heading: 'That was more than we can carry',
    text: 'What you sent is larger than our forms can take. Go back, shorten the longest answer and send it again.',
  },
  415: {
    heading: 'We do not read that kind of message',
    text: 'It reached us in a format that our forms do not use. Open the form on our site and send it from there.',
  },
  429: {
    heading: 'A little slower, please',
    text: 'Many messages came from your connection within a minute. Wait a minute, then go back and send yours again.',
  },
  500: {
    heading: 'Something broke on our side',
    text: 'It is nothing you did. Go back and try once more in a few minutes. If it happens again, write to us and quote {reference}.',
  },
  503: {
    heading: 'The site is unavailable for a moment',
    text: 'We cannot store anything just now, and nothing you sent was stored. Go back and send it again in a few minutes. If it lasts, write to us and quote {reference}.',
  },
};

export const problemStatuses = Object.keys(problems).map(Number) as ProblemStatus[];
