import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { unknownPlaceholder } from '../placeholders.ts';
import { isVisible } from '../visible-text.ts';

/** The small parts of the schemas of content files. Messages are for editors who are not programmers: each says what to write. */

/** How the desk presents a field whose comment describes the file: the sentence beside it, and the names of its options. */
interface WordsInDesk {
  help: string;
  options?: Record<string, string>;
}

export const inDesk = z.registry<WordsInDesk>();

export const words = (what: string) =>
  z.string(`write ${what} here, in quotation marks if it holds a colon`).trim().refine(isVisible, `write ${what} here; it is empty`);

/** Words that follow from facts beside them; a file that has them overrides them, and the checks compare them with the facts. */
export const derived = (what: string) => words(what).optional();

/** A list of paragraphs. `also` may narrow what each may hold. */
export const paragraphs = (what: string, also = (paragraph: z.ZodString): z.ZodString => paragraph) =>
  z
    .array(also(words(`a paragraph of ${what}`)), `write ${what} as a list: one "- " line a paragraph`)
    .min(1, `write at least one paragraph of ${what}`);

/** What a page says above its form. */
export const formTexts = { heading: words('the heading above the form'), text: words('the sentence above the form') };

export const frameTitle = words('a title for the form frame, read out by screen readers');

/** What a page says after its form was sent. */
export const received = z.strictObject({ heading: words('the heading of the thank-you page'), text: paragraphs('the thank-you page') });

/** A text with these placeholders and no others. */
export function withPlaceholders(names: readonly string[]) {
  const known = names.length > 0 ? `the placeholders are ${names.map((name) => `{${name}}`).join(', ')}` : 'there are none';
  return (schema: z.ZodString) =>
    schema.superRefine((text, context) => {
      const unknown = unknownPlaceholder(text, names);
      if (unknown !== undefined) context.addIssue({ code: 'custom', message: `"${unknown}" is not a placeholder of this text; ${known}` });
    });
}

/** True while the words or the picture are still the examples that came with the site. */
export const sample = z
  .boolean('write "sample: true" while this is still our example, and remove the line once it is yours')
  .default(false);

/** The endings of pictures that a content file can name, as a pattern. */
export const pictureEndings = 'svg|png|jpe?g|webp|avif';

/** The endings of pictures as a message lists them. */
export const pictureEndingsText = '.svg, .png, .jpg, .jpeg, .webp or .avif';

/** Returns the pattern of the address of a file in content/uploads with one of these endings. */
export const uploadPattern = (endings: string) => String.raw`/uploads(?:/[\w-][\w.-]*)+\.(?:${endings})`;

/** A picture and its alternative text. */
export const picture = z.strictObject({
  /** A file in content/uploads, written from /uploads/ on. */
  src: z
    .string('name the picture, for example /uploads/gallery/01-arrival.svg')
    .regex(
      new RegExp(`^${uploadPattern(pictureEndings)}$`, 'u'),
      `write the address of a picture in content/uploads that ends in ${pictureEndingsText}, for example /uploads/gallery/01-arrival.svg`,
    ),
  alt: z.string('describe the picture in one sentence, for visitors who cannot see it').default(''),
  sample,
});

export const positiveNumber = (message: string) => z.number(message).positive(message);

/** Days near the ends of the calendar have no day before or after them that a date can name. */
export const day = z.iso
  .date({ error: 'write a valid date as year-month-day, for example 2026-04-17', abort: true })
  .refine((on) => on.startsWith('2'), 'check the year; write one from 2000 to 2999, for example 2026-04-17');

/** What a page does once it is over: `turn` says so by itself, `keep` leaves it as it is. */
export const afterwards = z
  .enum(['keep', 'turn'], 'write keep or turn')
  .register(inDesk, {
    help: 'What the page does once the last day is over.',
    options: { keep: 'It stays as it is', turn: 'It says by itself that it is over' },
  })
  .default('turn');

/** A time without seconds, on a clock of 24 hours. */
export const clock = z.iso.time({ precision: -1, error: 'write the time with 24 hours and two digits each, for example 16:00' });

/** Dates are computed with Temporal, which refuses abbreviations such as CST: to Intl they are old names of other zones. */
function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

export const zone = z
  .string('write the name of a time zone, for example America/Chicago')
  .refine(isZone, 'no time zone has this name; write one such as America/Chicago');

/** A form's id at the marketing-automation provider, which is also its address here. */
export const formId = z
  .string('copy the form id from your provider, for example 5f2c…')
  .regex(/^[a-z0-9]{8,64}$/u, 'copy the form id from your provider: 8 to 64 lowercase letters and digits, without spaces');

/** A tag's number at the provider, which gives the tag to everybody who sends the form. */
export const tag = z
  .int('write the number of the tag as your provider shows it, for example 1498, or remove the line')
  .positive('write the number of the tag as your provider shows it, for example 1498, or remove the line')
  .transform(String)
  .optional();

export type PictureContent = z.infer<typeof picture>;
