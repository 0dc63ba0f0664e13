import { formatOffset } from '../content/format.ts';
import { endOf, startOf } from '../content/schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { waitlistForm } from '../forms/catalog.ts';
import { paths } from '../paths.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { calendarLinks, calendarOf } from './calendar.ts';
import { NotNeeded, Undeliverable } from '../outbox/channel.ts';
import { answersOf, greetingOf, workshopOf, worded } from '../mail/envelope.ts';
import type { Compose, Envelope, MailContext } from '../mail/envelope.ts';

/** What one who registered for a workshop gets: its facts, its calendar entry, a way out of reminders. */
export const registration: Compose = (message, context) => {
  const { submission, createdAt } = message;
  const workshop = known(submission, context);
  // Who confirmed her address only after that is not among those who were told.
  if (workshop.cancelled && createdAt > (context.versions.get(workshop.slug)?.changedAt.toISOString() ?? ''))
    return workshopCancelled(message, context);
  if (workshop.cancelled) throw new NotNeeded('the workshop is cancelled, and she is told so in a mail of its own');
  const envelope = aboutWorkshop(submission, workshop, context, 'registration');
  // What she told us once she need not type again.
  const href = context.siteUrl + paths.filledForm(waitlistForm(context.content).id, signedId(context.secret, 'prefill', submission.id));
  return { ...envelope, mail: { ...envelope.mail, next: { text: context.content.retreat.facts.callToAction, href } } };
};

/** Never after the start, and never for a time that holds no more. */
export const reminder: Compose = ({ submission, payload }, context) => {
  const workshop = known(submission, context);
  const start = startOf(workshop);
  if (workshop.cancelled) throw new NotNeeded('the workshop is cancelled');
  if (start <= context.now()) throw new NotNeeded('the workshop had begun');
  if (start.toISOString() !== payload['startsAt']) throw new NotNeeded('the workshop has moved');
  return aboutWorkshop(submission, workshop, context, 'reminder');
};

export const workshopChanged: Compose = ({ submission }, context) => {
  const workshop = known(submission, context);
  if (workshop.cancelled) throw new NotNeeded('the workshop is cancelled');
  if (startOf(workshop) <= context.now()) throw new NotNeeded('the workshop had begun');
  return aboutWorkshop(submission, workshop, context, 'workshopChanged');
};

export const workshopCancelled: Compose = ({ submission }, context) => {
  const workshop = known(submission, context);
  if (!workshop.cancelled) throw new NotNeeded('the workshop takes place after all');
  // What does not take place is not joined, and has no reminders to stop.
  const { to, mail, calendar } = aboutWorkshop(submission, workshop, context, 'workshopCancelled');
  const { ways: _ways, button: _button, unsubscribe: _unsubscribe, facts = [], ...rest } = mail;
  return { to, mail: { ...rest, facts: facts.slice(0, 2) }, ...(calendar && { calendar }) };
};

function known(submission: Submission, context: MailContext): WorkshopContent {
  const workshop = workshopOf(submission, context);
  if (!workshop)
    throw new Undeliverable(`content/speaker-series has no workshop with the form ${submission.formId} any more; bring its file back`);
  return workshop;
}

type Words = 'registration' | 'reminder' | 'workshopChanged' | 'workshopCancelled';

function aboutWorkshop(submission: Submission, workshop: WorkshopContent, context: MailContext, words: Words): Envelope {
  const { content, siteUrl, secret, versions } = context;
  const { firstName, email } = answersOf(submission);
  const origin = new URL(siteUrl);
  const { title, speaker, dateText: date, timeText: time, lengthText: length, cancelled, slug } = workshop;
  const ownCalendar = new URL(paths.ownCalendar(slug, signedId(secret, 'calendar', submission.id)), origin).href;
  const version = versions.get(slug) ?? { sequence: 0, changedAt: startOf(workshop) };
  const own = content.emails[words];
  const unsubscribe = siteUrl + paths.unsubscribe(signedId(secret, 'unsubscribe', submission.id));
  return {
    to: email,
    mail: {
      ...worded(words, { firstName: greetingOf(firstName), title, speaker: speaker.name, date, time, length }, context),
      facts: factsOf(workshop),
      ...(own.button && { button: { text: own.button, href: ownCalendar } }),
      ways: calendarLinks(workshop, { file: own.button ? undefined : ownCalendar, joining: true }),
      unsubscribe: { text: 'No reminders, please', href: unsubscribe },
    },
    calendar: {
      name: `${slug}.ics`,
      method: cancelled ? 'CANCEL' : 'PUBLISH',
      text: calendarOf(workshop, content.site, origin, { sequence: version.sequence, stamp: version.changedAt, joining: true }),
    },
    unsubscribe,
  };
}

const utc = (date: Date) => date.toISOString().slice(11, 16);

/** In the workshop's own zone, as its page says it, and in UTC with the zone's distance from it, which nobody can mistake. */
function factsOf(workshop: WorkshopContent): NonNullable<Envelope['mail']['facts']> {
  const { title, speaker, dateText, timeText, lengthText, on, place, join, zone } = workshop;
  const [start, end] = [startOf(workshop), endOf(workshop)];
  return [
    { label: 'What', value: `${title}, with ${speaker.name}` },
    {
      label: 'When',
      value: `${dateText}, ${on.slice(0, 4)}, ${timeText} (${formatOffset(start, zone)}), ${lengthText}\n${start.toISOString().slice(0, 10)} ${utc(start)} to ${utc(end)} UTC`,
    },
    { label: 'Where', value: place },
    { label: 'How to join', value: join.text, ...(join.url && { href: join.url }) },
  ];
}
