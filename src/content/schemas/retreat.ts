import { z } from 'zod';
import { formatDay, formatLetterDay, formatTime } from '../format.ts';
import { interpolate } from '../placeholders.ts';
import {
  afterwards,
  clock,
  day,
  derived,
  formId,
  formTexts,
  frameTitle,
  inDesk,
  paragraphs,
  picture,
  positiveNumber,
  received,
  sample,
  tag,
  withPlaceholders,
  words,
} from './parts.ts';

/** content/retreats/{slug}/*.yaml: one schema for each file, in the order of the page. Texts that follow from facts may be left out. */

/** A section of the page with a heading of its own. */
const section = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.strictObject({ sample, heading: words('the heading'), ...fields });

const factsFile = z.strictObject({
  sample,
  name: words("the retreat's name"),
  title: words('the title for search engines'),
  description: words('a sentence or two for search engines'),
  season: words('the season, for example Spring 2026'),
  /** The first and the last day that the season allows. */
  earliest: day,
  latest: day,
  afterwards,
  city: words('the city'),
  region: words('the state'),
  days: z.int().positive(),
  nights: z.int().positive(),
  /** The number of seats, which accepted invitations never exceed. */
  capacity: z.int('write the number of seats as digits').positive('a retreat needs at least one seat'),
  capacityText: withPlaceholders(['capacity'])(words('the sentence about the number of seats and the waitlist')),
  /** How many days before the retreat begins a founder with a seat is reminded to answer the questions of the house. */
  houseReminders: z.array(positiveNumber('write days as a number, for example 30')).default([30, 10]),
  /** Used by nothing; allowed because content written for an earlier version has it. */
  unitsBelow: z.int().positive().optional(),
  callToAction: words('the label of the one button'),
  waitlist: z.strictObject({
    sample: sample.optional(),
    formId,
    tag,
    formName: words("the form's name, as your provider shows it"),
    ...formTexts,
    frameTitle,
    received,
  }),
});

const facts = factsFile.transform((file) => ({
  ...file,
  capacityText: interpolate(file.capacityText, { capacity: String(file.capacity) }),
}));

const hero = z.strictObject({
  sample,
  eyebrow: words('the small line above the title'),
  title: words('the title'),
  text: words('the paragraph under the title'),
  facts: z.array(words('a short fact')).min(1).max(4),
  /** The sentence about the number of seats, hidden in the hero because it appears further down. */
  capacity: z.strictObject({ visible: z.boolean(), text: derived('the sentence about ten attendees, as facts.yaml has it') }),
});

const letterFile = section({
  date: day.clone().register(inDesk, { help: 'The date at the head of the letter. The page says it in words by itself.' }),
  updatedText: derived('the line with the date, for example "Updated 1st of November, 2025"'),
  salutation: words('the salutation'),
  paragraphs: paragraphs('the letter'),
  closing: words('the closing line'),
  signatories: words('who signs'),
});

const letter = letterFile.transform((file) => ({
  ...file,
  updatedText: file.updatedText ?? `Updated ${formatLetterDay(file.date)}`,
}));

const testimonials = section({
  pictures: z.array(picture).length(3, 'three pictures belong here'),
});

const whoItsFor = section({
  text: paragraphs('the section'),
  points: z.array(words('a point')).min(1),
  notForHeading: words('the heading of the aside'),
  notForText: words('the aside'),
});

const guestSpeaker = section({
  name: words('the name'),
  role: words('the role'),
  company: words('the company'),
  credentials: z.array(words('a credential')).min(1),
  biography: paragraphs('the biography'),
  book: z.strictObject({ title: words("the book's title"), subtitle: words('its subtitle'), cover: picture }),
  portrait: picture,
});

const sessions = section({
  text: words('the introduction'),
  sessions: z
    .array(
      z.strictObject({
        title: words("the session's name"),
        text: words('what happens in it'),
        note: words('a short note').optional(),
        size: z.enum(['wide', 'tall', 'plain'], 'write wide, tall or plain: the size of its card').register(inDesk, {
          help: 'The size of its card on a wide screen. Three cards of each size fill the section without a gap.',
          options: { wide: 'Two columns wide', tall: 'Two rows tall', plain: 'A single place' },
        }),
      }),
    )
    .length(9, 'nine sessions belong here'),
});

const takeaways = section({
  items: z.array(words('what a founder leaves with')).length(8, 'eight things belong here'),
});

const hosts = section({
  hosts: z
    .array(
      z.strictObject({
        sample,
        name: words('the name'),
        role: words('the role'),
        biography: paragraphs('the profile'),
        numbers: z.array(z.strictObject({ value: words('the number'), label: words('what it counts') })).default([]),
        portrait: picture,
      }),
    )
    .length(2, 'two hosts belong here'),
});

const questions = section({
  questions: z
    .array(z.strictObject({ question: words('the question'), answer: paragraphs('the answer') }))
    .length(4, 'four questions belong here'),
});

const gallery = section({
  pictures: z.array(picture.extend({ caption: words('a short caption') })).length(10, 'ten pictures belong here'),
});

const ticket = z.strictObject({
  sample,
  visible: z.boolean('write "visible: true" or "visible: false"'),
  heading: words('the heading'),
  price: z.strictObject({
    amount: z.int().positive(),
    currency: z.literal('USD'),
    unit: words('what the price is for'),
    note: words('the note on the payment plan'),
  }),
  includes: z.array(z.strictObject({ title: words('what is included'), text: words('a sentence about it') })).min(1),
});

const nextStepsFile = z.strictObject({
  sample,
  /** True shows the days on invitations even if they are outside the retreat’s season. */
  confirmed: z
    .boolean('write "confirmed: true" or "confirmed: false"')
    .register(inDesk, {
      help: 'These days are outside the season of the retreat. Check this to show them on invitations nevertheless. It is better to correct the days, and then to uncheck it.',
    })
    .default(false),
  visible: z.boolean('write "visible: true" or "visible: false"'),
  heading: words('the heading'),
  text: words('the introduction'),
  checkIn: z.strictObject({ on: day, at: clock, text: derived('the line about check-in') }),
  checkOut: z.strictObject({ on: day, at: clock, text: derived('the line about check-out') }),
  attire: words('what to wear'),
  steps: z.array(z.strictObject({ title: words('the step'), text: words('a sentence about it') })).min(1),
});

/** The line about check-in names the year for both. */
const nextSteps = nextStepsFile.transform(({ checkIn, checkOut, ...file }) => ({
  ...file,
  checkIn: { ...checkIn, text: checkIn.text ?? `Check-in at ${formatTime(checkIn.at)} on ${formatDay(checkIn.on)}` },
  checkOut: {
    ...checkOut,
    text: checkOut.text ?? `Check-out by ${formatTime(checkOut.at)} on ${formatDay(checkOut.on, { month: 'long', day: 'numeric' })}`,
  },
}));

const invitationText = withPlaceholders(['firstName', 'retreat', 'season', 'days', 'capacity', 'place', 'until']);
const invited = (what: string) => invitationText(words(what));
const answer = z.strictObject({ button: words('the label of the button'), text: invited('what this answer means') });
const answered = z.strictObject({ heading: invited('the heading'), text: invited('what follows from it') });

/** content/invitation.yaml: the page of an invitation to any retreat. */
export const invitation = z.strictObject({
  eyebrow: words('the line above the heading'),
  heading: invited('the heading'),
  text: invited('the invitation, in a sentence or two'),
  ask: words('the question above the answers'),
  until: invited('until when the founder may answer'),
  answers: z.strictObject({ accept: answer, decline: answer, later: answer }),
  answered: z.strictObject({ accepted: answered, full: answered, declined: answered, later: answered, cancelled: answered }),
  change: invited('how the founder may change the answer'),
  giveUp: words('the text of the link with which a founder gives up a seat once the invitation is no longer open'),
  calendar: words('the text of the calendar link'),
  print: invited('what a printed page shows instead of the buttons'),
});

export const retreatFiles = {
  facts,
  hero,
  letter,
  testimonials,
  whoItsFor,
  guestSpeaker,
  sessions,
  takeaways,
  hosts,
  questions,
  gallery,
  ticket,
  nextSteps,
};

export type RetreatPart = keyof typeof retreatFiles;
export const retreatParts = Object.keys(retreatFiles) as RetreatPart[];

/** A retreat; `slug` is the name of its folder. */
export type RetreatContent = z.infer<z.ZodObject<typeof retreatFiles>> & { slug: string };
export type InvitationWords = z.infer<typeof invitation>;
