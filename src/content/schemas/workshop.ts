import { z } from 'zod';
import { formatMinutes, formatShortTime, formatWeekdayAndDay, formatZone, retreatZone } from '../format.ts';
import {
  afterwards,
  clock,
  day,
  derived,
  formId,
  formTexts,
  inDesk,
  paragraphs,
  picture,
  positiveNumber,
  received,
  sample,
  tag,
  words,
  zone,
} from './parts.ts';
import { replay } from './replay.ts';

/** A week. The end of a much longer workshop could be outside the range of `Date`. */
const maxMinutes = 7 * 24 * 60;

const workshopFile = z.strictObject({
  sample,
  title: words("the talk's title"),
  series: words("the series' name"),
  banner: words('the line above the headline'),
  headline: words('the headline of the page'),
  text: words('the paragraph under the headline'),
  description: words('a sentence or two for search engines'),
  on: day.clone().register(inDesk, { help: 'The day of the workshop. The page and the emails say it in words by themselves.' }),
  /** When it starts, on the clock of its time zone. */
  at: clock,
  zone: zone.default(retreatZone),
  zoneText: derived("the zone's name as visitors know it, for example Central"),
  minutes: z.int().positive('write the length in minutes').max(maxMinutes, 'write the length in minutes; this is more than a week'),
  dateText: derived('the date as the page says it, for example "Friday, July 11th"'),
  timeText: derived('the time as the page says it, for example "10am Central"'),
  lengthText: derived('the length as the page says it, for example "1 hour"'),
  place: words('where it happens, for example a video call'),
  price: words('the price, for example Complimentary'),
  seats: words('the line about seats'),
  /** The day that was announced before, if the workshop was moved; search engines read it. */
  movedFrom: day.optional(),
  cancelled: z
    .boolean('write "cancelled: true" to call the workshop off; everyone who registered gets an email')
    .register(inDesk, { help: 'Check this to call the workshop off: once you publish it, everyone who registered gets an email.' })
    .default(false),
  /** Shown only in the emails and calendar entries of registered founders. */
  join: z.strictObject({
    text: words('how to join'),
    /** The address of the call, until one is stored in the desk or with `organizer workshop link`. */
    url: z.url({ protocol: /^https?$/u, error: 'write the full address of the call, starting with https://' }).optional(),
  }),
  /** How many hours before the start a reminder goes out. */
  reminders: z.array(positiveNumber('write hours as a number, for example 24')).default([24, 1]),
  afterwards,
  replay: replay.optional(),
  /** The one question that founders are asked after the workshop, and the answers to choose from. */
  question: z
    .strictObject({
      text: words('the question'),
      options: z
        .array(words('an answer'), 'write the answers as a list: one "- " line an answer')
        .min(2, 'write at least two answers')
        .max(8, 'write at most eight answers')
        .refine((options) => new Set(options).size === options.length, 'write each answer once'),
    })
    .optional(),
  registration: z.enum(['open', 'closed', 'until-start'], 'write open, closed or until-start').register(inDesk, {
    help: 'Whether founders can register.',
    options: { open: 'Open', closed: 'Closed', 'until-start': 'Open until the workshop starts' },
  }),
  speaker: z.strictObject({
    sample,
    name: words('the name'),
    role: words('the role'),
    company: words('the company'),
    biography: paragraphs('the biography'),
    portrait: picture,
  }),
  covers: z.strictObject({
    heading: words('the heading'),
    items: z.array(z.strictObject({ title: words('the topic'), text: words('a sentence about it') })).min(1),
  }),
  form: z.strictObject({
    /** Links, emails and lists find registered founders by it, so that it must not change. */
    id: formId,
    tag,
    name: derived('a name with the series, the speaker and the date'),
    ...formTexts,
    button: words("the button's words"),
    /** The wire name of the checkbox "Keep me posted about future events". */
    eventsOption: z
      .string('copy the option name from your provider')
      .regex(/^inf_option_[A-Za-z0-9]+$/u, 'copy the option name from your provider: inf_option_ and letters and digits'),
    received,
    closed: z.strictObject({ heading: words('what to say once registration is closed'), text: words('what to do instead') }),
  }),
});

/** Returns a workshop with the texts of its date, time and length and the name of its form: its own, or what follows from the facts. */
function withDerivedTexts({ form, ...file }: z.output<typeof workshopFile>) {
  const zoneText = file.zoneText ?? formatZone(file.zone);
  const dateText = formatWeekdayAndDay(file.on);
  return {
    ...file,
    zoneText,
    dateText: file.dateText ?? dateText,
    timeText: file.timeText ?? `${formatShortTime(file.at)} ${zoneText}`,
    lengthText: file.lengthText ?? formatMinutes(file.minutes),
    form: { ...form, name: form.name ?? `${file.series}: ${file.speaker.name}, ${dateText}, ${file.on.slice(0, 4)}` },
  };
}

/** content/speaker-series/{slug}.yaml: one file for each workshop; its name is part of the address. */
export const workshop = workshopFile.transform(withDerivedTexts);

/** content/speaker-series.yaml: the values that the pages of all workshops share. */
export const speakerSeries = z.strictObject({
  reserve: words("the small-screen button's words"),
  about: z.strictObject({
    heading: words('the heading'),
    text: paragraphs('the section'),
    pathways: z
      .array(
        z.strictObject({
          name: words('the name'),
          length: words('how long, for example 3 days'),
          text: words('a sentence or two'),
          linkText: words("the link's words").optional(),
          link: words('where it leads').optional(),
        }),
      )
      .length(2, 'two pathways belong here'),
  }),
  testimonials: z.strictObject({ heading: words('the heading'), pictures: z.array(picture).length(3, 'three pictures belong here') }),
});

export type WorkshopContent = z.infer<typeof workshop> & { slug: string };
export type SpeakerSeriesContent = z.infer<typeof speakerSeries>;
