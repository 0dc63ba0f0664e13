import { z } from 'zod';
import { withPlaceholders, paragraphs, words } from './parts.ts';

const filled = withPlaceholders(['until', 'email', 'contact']);
const standing = z.strictObject({ heading: words('the heading'), text: paragraphs('where she stands', filled) });
const way = z.strictObject({
  open: words('the words that open the question'),
  text: filled(words('what it means to leave')),
  button: words('the words of the button'),
});
const lost = z.strictObject({ heading: words('the heading'), text: paragraphs('what she does next', withPlaceholders([])) });

/** A founder's own page, and the one that sends its link again. */
export const status = z.strictObject({
  standing: z.strictObject({
    waiting: standing,
    next: standing,
    invited: standing,
    accepted: standing,
    declined: standing,
    lapsed: standing,
    cancelled: standing,
    withdrawn: standing,
  }),
  saved: words('what it says once something is saved'),
  invitation: words('the words of the link to her invitation'),
  home: words('the words of the link to the front page'),
  shortNotice: z.strictObject({
    heading: words('the heading'),
    text: words('why we ask'),
    label: words('what she ticks'),
    button: words('the words of the button'),
  }),
  details: z.strictObject({
    heading: words('the heading'),
    text: filled(words('what she may correct')),
    button: words('the words of the button'),
  }),
  leaving: z.strictObject({ waiting: way, invited: way, accepted: way }),
  lostLink: z.strictObject({ asked: lost, page: lost, invitation: lost, sent: lost, button: words('the words of the button') }),
});
