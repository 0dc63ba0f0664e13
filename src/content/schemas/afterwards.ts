import { z } from 'zod';
import { formTexts, frameTitle, received, withPlaceholders, words } from './parts.ts';

const form = z.strictObject(formTexts);
const inSeason = withPlaceholders(['season']);
const inArchive = withPlaceholders(['season', 'place']);

/** content/afterwards.yaml: the texts that replace a page's own texts once its date has passed, if a file says `afterwards: turn`. */
export const afterwardsWords = z.strictObject({
  retreat: z.strictObject({
    waitlistLink: words('the link to the waitlist'),
    full: z.strictObject({ notice: withPlaceholders(['season', 'capacity'])(words('that every seat is taken')) }),
    over: z.strictObject({
      notice: inSeason(words('that the retreat is over')),
      description: inSeason(words('a sentence or two for search engines')),
      callToAction: words('the label of the one button'),
      waitlist: z.strictObject({ ...formTexts, frameTitle }),
      form,
      received,
    }),
    archive: z.strictObject({
      eyebrow: inArchive(words('the small line above the title')),
      description: inArchive(words('a sentence or two for search engines')),
      currentLink: words('the link to the current retreat'),
    }),
    ended: z.strictObject({
      heading: inSeason(words('the heading')),
      attended: inSeason(words('what a founder reads who had a seat')),
      missed: inSeason(words('what every other founder reads')),
    }),
    alumnae: z.strictObject({
      heading: words('the heading'),
      text: words('what it means'),
      label: words('the label of the checkbox'),
      button: words('the label of the button'),
    }),
    moveAlong: z.strictObject({
      heading: inSeason(words('the question')),
      text: inSeason(words('what a yes means')),
      button: inSeason(words('the label of the button')),
      done: inSeason(words('what the page says after it')),
    }),
  }),
  workshop: z.strictObject({
    over: z.strictObject({
      notice: withPlaceholders(['date'])(words('that the workshop is over')),
      button: words("the button's words"),
      form,
      received,
    }),
  }),
});

export type AfterwardsWords = z.infer<typeof afterwardsWords>;
