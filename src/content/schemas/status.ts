import { z } from 'zod';
import { withPlaceholders, paragraphs, words } from './parts.ts';

const statusText = withPlaceholders(['until', 'email', 'contact']);
const houseText = withPlaceholders(['houseDays']);
const message = z.strictObject({ heading: words('the heading'), text: paragraphs('what it means', statusText) });
const leaving = z.strictObject({
  open: words('the words that open the question'),
  text: statusText(words('what it means to leave')),
  button: words('the label of the button'),
});
const lost = z.strictObject({ heading: words('the heading'), text: paragraphs('what to do next', withPlaceholders([])) });

/** content/status.yaml: a founder's status page, and the page that sends a lost link again. */
export const status = z.strictObject({
  standing: z.strictObject({
    waiting: message,
    next: message,
    invited: message,
    accepted: message,
    declined: message,
    lapsed: message,
    cancelled: message,
    revoked: message,
    withdrawn: message,
  }),
  saved: words('the confirmation that something was saved'),
  invitation: words('the text of the link to the invitation'),
  home: words('the text of the link to the front page'),
  shortNotice: z.strictObject({
    heading: words('the heading'),
    text: words('why we ask'),
    label: words('the label of the checkbox'),
    button: words('the label of the button'),
  }),
  details: z.strictObject({
    heading: words('the heading'),
    text: statusText(words('what the founder may correct')),
    button: words('the label of the button'),
  }),
  house: z.strictObject({
    heading: words('the heading'),
    text: paragraphs('why we ask, who reads it, and until when it is kept', houseText),
    button: words('the label of the button'),
    mailLink: words('the text of the link in the email to a founder who accepted'),
  }),
  leaving: z.strictObject({ waiting: leaving, invited: leaving, accepted: leaving }),
  lostLink: z.strictObject({ asked: lost, page: lost, invitation: lost, sent: lost, button: words('the label of the button') }),
});

export type StatusWords = z.infer<typeof status>;
