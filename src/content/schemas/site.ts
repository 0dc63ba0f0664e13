import { z } from 'zod';
import { day, inDesk, withPlaceholders, paragraphs, words } from './parts.ts';

/** content/site.yaml: the values that all pages share. */
export const site = z.strictObject({
  name: words("the community's name"),
  tagline: words('a line that says what the community is'),
  description: words('two sentences about the community, for search engines'),
  contactEmail: z.email('write the address visitors may write to, for example hello@example.org'),
  postalAddress: words('the postal address')
    .register(inDesk, {
      help: 'Where letters reach you, in one line. Emails to founders show it, as the law on commercial email requires.',
    })
    .optional(),
  footerYear: z
    .int('write the year as four digits')
    .min(2000, 'write the year as four digits')
    .max(2100, 'write the year as four digits')
    // The comment above it has the line of a postal address.
    .register(inDesk, { help: 'The year in the footer of every page.' }),
  footerText: words('the line after the year in the footer'),
  organizerNotes: z
    .enum(['each', 'daily'], 'write each for an email for every sign-up, or daily for one email a day')
    .register(inDesk, {
      help: 'How often you get an email about sign-ups.',
      options: { each: 'For every sign-up', daily: 'Once a day' },
    })
    .default('each'),
  organizerAnswers: z
    .enum(['each', 'daily', 'none'], 'write each for an email for every answer, daily for one email a day, or none')
    .register(inDesk, {
      help: 'How often you get an email about answers to invitations: a yes, a no, no answer in time, and who left the list.',
      options: { each: 'For every answer', daily: 'Once a day', none: 'Never' },
    })
    .default('each'),
  forms: z.strictObject({
    /** The provider's host, to which forms post. Empty: they post to this site. */
    host: z
      .string('write the host of your provider, or "" to keep forms on this site')
      .regex(
        /^$|^[a-z0-9.-]+(:\d+)?$/u,
        'write only the host, without https:// and without a path, for example example.provider.com; or "" to keep forms on this site',
      ),
    version: words('the version string of the form, as your provider shows it'),
  }),
  sample: z.boolean().default(false),
});

/** The placeholders of the privacy page; their values follow from the site's settings. */
export const privacyPlaceholders = [
  'days',
  'alumnaeDays',
  'houseDays',
  'heldDays',
  'limit',
  'forwarded',
  'mail',
  'atProvider',
  'elsewhere',
] as const;

/** content/words.yaml: the 404 page and the privacy page. */
export const pageWords = z.strictObject({
  notFound: z.strictObject({
    heading: words('the big heading'),
    text: words('the sentence under it'),
    back: words('the text of the link'),
  }),
  privacy: z.strictObject({
    title: words('the title'),
    description: words('a sentence for search engines'),
    updatedOn: day,
    intro: paragraphs('the introduction'),
    sections: z
      .array(z.strictObject({ heading: words('a heading'), text: paragraphs('the section', withPlaceholders(privacyPlaceholders)) }))
      .min(1),
  }),
});

export type SiteContent = z.infer<typeof site>;
export type PageWords = z.infer<typeof pageWords>;
