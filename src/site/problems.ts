interface ProblemWords {
  /** What happened, as a heading. */
  heading: string;
  /** What it means, and what to do about it: one sentence each. */
  text: string;
}

/**
 * The text of the error pages, by their statuses. It is for a founder who pressed a button in good faith: nothing is the founder's fault, and each text says
 * what to do next. None promises that a form was stored, because with these statuses none was.
 */
export const problems: Record<number, ProblemWords> = {
  400: {
    heading: 'We couldn’t read that',
    text: 'Something got garbled on its way to us. Go back and send it again. If that doesn’t help, copy what you typed, open the page again and start over.',
  },
  403: {
    heading: 'This came from elsewhere',
    text: 'For your safety, we only accept forms sent from our own pages. Start from the home page here on our site, and send the form again.',
  },
  405: {
    heading: 'This address doesn’t work that way',
    text: 'The address exists, but it doesn’t accept this kind of request. Please start again from the home page.',
  },
  408: {
    heading: 'That took too long',
    text: 'Your message took too long to arrive, perhaps on a weak connection. Go back and send it again when the signal is better.',
  },
  410: {
    heading: 'This is no longer here',
    text: 'What used to be at this address has closed or expired. The home page shows what’s open now.',
  },
  413: {
    heading: 'That was more than our forms take',
    text: 'What you sent is too long for us to accept. Go back, shorten your longest answer and send it again.',
  },
  415: {
    heading: 'We can’t read that format',
    text: 'It reached us in a format that our forms don’t use. Start from the home page, and send the form from our site.',
  },
  429: {
    heading: 'A little slower, please',
    text: 'We received a lot of messages from your connection within a minute. Wait a minute, then go back and send yours again.',
  },
  500: {
    heading: 'Something broke on our side',
    text: 'It’s nothing you did. Go back and try again in a few minutes. If it keeps happening, write to us and mention {reference}.',
  },
  503: {
    heading: 'The site is unavailable for a moment',
    text: 'We can’t reach our records right now, so nothing you sent was saved. Go back and try again in a few minutes. If it keeps happening, write to us and mention {reference}.',
  },
};

/** The pages of links in our emails that lead nowhere, and of a post to a form that was replaced, by their names. Their status is 404. */
export const notFoundProblems: Record<string, ProblemWords> = {
  /** The token is not known: a mail program has cut it off, or the person was erased or the sign-up deleted since. */
  'unknown-link': {
    heading: 'This link doesn’t work',
    text: 'Part of it may have been cut off on its way to you, or it may be too old. Go back to our email and open it from there, or copy the whole address.',
  },
  /** The workshop was cancelled after its question was emailed, or the question was taken back. */
  'no-question': {
    heading: 'Nothing to answer',
    text: 'We asked a question about a workshop here, and we no longer need the answer. There is nothing to do.',
  },
  /** A post to a form that the content no longer has: an organizer has replaced it since the founder opened the page. */
  'unknown-form': {
    heading: 'This form has been replaced',
    text: 'There is a newer one, so nothing you sent was saved. Go back and copy what you typed, then open the page again and start over.',
  },
};

/** What the 404 page of a form's address adds: an organizer has replaced the form since the founder opened the page with its frame. */
export const noFormHint = 'If a form was here, there is a newer one. Open the page again to see it.';
