import { z } from 'zod';
import { unknownPlaceholder } from '../content/placeholders.ts';
import { isVisible } from '../content/visible-text.ts';
import { minuteMs } from '../durations.ts';
import { audienceSchema } from './audience.ts';

const text = (what: string, max: number) =>
  z
    .string(`Enter ${what}`)
    .trim()
    .refine(isVisible, `Enter ${what}`)
    .max(max, `Enter at most ${max} characters in ${what}`)
    .refine((typed) => unknownPlaceholder(typed, ['firstName']) === undefined, {
      error: `In ${what}, only {firstName} can be in curly braces`,
    });

/** The text of a letter. The subject and the paragraphs may hold {firstName}. */
export const letterDraft = z.strictObject({
  subject: text('a subject', 150),
  text: z.array(text('a paragraph', 5000), 'Enter the letter as a list of paragraphs').min(1, 'Enter at least one paragraph').max(50),
  link: z
    .strictObject({
      text: text('the text of the link', 80),
      href: z.url({ protocol: /^https?$/u, error: 'Enter the full address of the link, starting with https://' }),
    })
    .nullable(),
  audience: audienceSchema,
});

export type LetterDraft = z.infer<typeof letterDraft>;

/** Why a letter is not sent without `postalAddress`, and why its email is parked if the site still runs with content without that line. */
export const noPostalAddress =
  'The law on commercial email requires your postal address in every letter, and the content that the site runs with has no postalAddress; add it to content/site.yaml, restart the site and retry';

/**
 * A letter that was sent is emailed after this time. Until then it can be taken back: its deliveries are deleted before their first
 * attempt.
 */
export const takeBackWindowMs = minuteMs;
