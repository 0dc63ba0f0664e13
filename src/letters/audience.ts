import { z } from 'zod';
import type { Content } from '../content/content.ts';
import { formatDay } from '../content/format.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { waitlistStates } from './waitlist-states.ts';

/** The group of founders that a letter is for. */
export const audienceSchema = z.discriminatedUnion(
  'of',
  [
    z.strictObject({
      of: z.literal('waitlist'),
      /** The slug of a retreat. */
      retreat: z.string(),
      state: z.enum(waitlistStates, `Choose a state: ${waitlistStates.join(', ')}`),
      /** System sizes in the words of the form; none means every size. */
      sizes: z.array(z.string()),
      /** Those who joined on or after this day; empty for all. */
      since: z.union([z.literal(''), z.iso.date('Enter a date as YYYY-MM-DD')]),
    }),
    z.strictObject({ of: z.literal('workshop'), workshop: z.string(), attendance: z.enum(['came', 'missed']) }),
    z.strictObject({
      of: z.literal('next-workshop'),
      /** The slug of the workshop that the letter announces: founders who registered for it are left out. */
      workshop: z.string().optional(),
    }),
  ],
  'Choose the founders that the letter is for',
);

export type Audience = z.infer<typeof audienceSchema>;

const foundersInState: Record<(typeof waitlistStates)[number], (retreat: string) => string> = {
  waiting: (retreat) => `founders waiting for the ${retreat}`,
  invited: (retreat) => `founders invited to the ${retreat}`,
  accepted: (retreat) => `founders who accepted a seat at the ${retreat}`,
  declined: (retreat) => `founders who declined an invitation to the ${retreat}`,
  lapsed: (retreat) => `founders whose invitation to the ${retreat} lapsed`,
};

/** Returns a workshop in words. Two workshops can share a title. */
export const workshopText = ({ title, on }: Pick<WorkshopContent, 'title' | 'on'>): string => `workshop “${title}” of ${formatDay(on)}`;

/** Returns an audience in words: "founders waiting for the Spring 2026 retreat, 26-50 Units or 51-99 Units, joined since March 1, 2027". */
export function audienceText(audience: Audience, { retreats, workshops }: Pick<Content, 'retreats' | 'workshops'>): string {
  // The file of an old retreat or workshop may be gone; the sentence then names its slug.
  const retreatText = (slug: string) =>
    slug === nextRetreatSlug ? 'next retreat' : `${retreats.find((each) => each.slug === slug)?.facts.season ?? slug} retreat`;
  const workshopTextOf = (slug: string) => {
    const workshop = workshops.find((each) => each.slug === slug);
    return workshop ? workshopText(workshop) : `workshop “${slug}”`;
  };
  switch (audience.of) {
    case 'waitlist':
      return [
        foundersInState[audience.state](retreatText(audience.retreat)),
        ...(audience.sizes.length > 0 ? [audience.sizes.join(' or ')] : []),
        ...(audience.since ? [`joined since ${formatDay(audience.since)}`] : []),
      ].join(', ');
    case 'workshop':
      return audience.attendance === 'came'
        ? `founders who came to the ${workshopTextOf(audience.workshop)}`
        : `founders who registered for the ${workshopTextOf(audience.workshop)} and missed it`;
    case 'next-workshop':
      return [
        'founders waiting for the next workshop (registered for one that was cancelled, and for none since; signed up after the end of one for the next, and for none since; signed up after the end of one and agreed to hear of others; or are among the alumnae)',
        ...(audience.workshop ? [`not registered for the ${workshopTextOf(audience.workshop)}`] : []),
      ].join(', ');
  }
}
