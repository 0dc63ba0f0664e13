import { formatOffset } from '../content/format.ts';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { hourMs } from '../durations.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { interpolateWords, greetingName, mailBody } from '../mail/mail.ts';
import type { MailBody, MailBuilder, MailBuilders, MailContext, Mail } from '../mail/mail.ts';
import { NotNeeded, submissionOf, TryLater, Undeliverable, type Message } from '../outbox/channel.ts';
import { paths, replayAnchor } from '../paths.ts';
import { calendarLinks, calendarOf } from './calendar.ts';
import type { Workshops, WorkshopVersion } from './repository.ts';
import { readWaitlistOffer, type ListedStore } from './waitlist-link.ts';

/** How long before the start the button of a reminder opens the call instead of adding the workshop to a calendar. */
const joinButtonMs = 2 * hourMs;

/** What the emails read from the database when they are sent. */
export interface WorkshopMailStores {
  workshops: Pick<Workshops, 'readCurrentSequence' | 'hasMail'>;
  waitlist: ListedStore;
  submissions: { isCorrection: (id: string) => Promise<boolean> };
}

/**
 * The emails to everyone who registered for a workshop, by the kind of their delivery. `versions`: the calendar entry
 * of each workshop in this process's content, by slug.
 */
export function workshopMails(versions: Map<string, WorkshopVersion>, { workshops, waitlist, submissions }: WorkshopMailStores) {
  /** Leaves an email to a worker with the new content while this process still has the old one, such as during an upgrade or a publish. */
  const withCurrentContent =
    (build: MailBuilder): MailBuilder =>
    async (message, context) => {
      const { slug } = registrationOf(message, context).workshop;
      if ((await workshops.readCurrentSequence(slug)) > versions.get(slug)!.sequence)
        throw new TryLater(
          `content/speaker-series/${slug} has changed since this process read it; restart the site if this message does not go away`,
        );
      return build(message, context);
    };

  const registrationMail: MailBuilder = async (message, context) => {
    const registration = registrationOf(message, context);
    const { submission, workshop } = registration;
    if (workshop.cancelled) {
      // A founder who was registered before the cancellation gets the email that was enqueued for everyone then.
      if (await workshops.hasMail(submission.id, 'workshop-cancelled'))
        throw new NotNeeded('the workshop is cancelled; another email says so');
      // A founder who confirmed the address later is not among them.
      return workshopCancelled(message, context);
    }
    const takesNamesForNext = workshop.afterwards === 'turn';
    if (takesNamesForNext) assertNotOverSince(message, workshop, context);
    // After the end, a form that asks for names for the next workshop reserves no seat.
    const isLate = takesNamesForNext && message.createdAt >= endOfWorkshop(workshop).toISOString();
    const mail = isLate ? lateRegistrationMail(registration, context) : await reservationMail(registration, context);
    return { ...mail, ...(await readWaitlistOffer(submission, context, waitlist)) };
  };

  /** Anybody can send the form with the address of a registered founder, so the email says if the form changed earlier answers. */
  async function reservationMail(registration: Registration, context: MailContext): Promise<Mail> {
    const mail = workshopMail('registration', registration, context);
    const { again = [] } = context.content.emails.registration;
    if (again.length === 0 || !(await submissions.isCorrection(registration.submission.id))) return mail;
    return { ...mail, text: [...mail.text, ...again.map((words) => interpolateWords(words, placeholdersOf(registration)))] };
  }

  const reminder: MailBuilder = async (message, context) => {
    const registration = upcomingRegistrationOf(message, context);
    const { submission, workshop } = registration;
    if (startOfWorkshop(workshop).toISOString() !== message.payload['startsAt']) throw new NotNeeded('the workshop has moved');
    // While the mail server is unavailable, the next reminder can become due.
    if (await workshops.hasMail(submission.id, 'reminder', message.createdAt)) throw new NotNeeded('a later email says the same');
    const isSoon = startOfWorkshop(workshop).getTime() - context.now().getTime() <= joinButtonMs;
    const joinButton = isSoon ? context.content.emails.reminder.joinButton : undefined;
    return { ...workshopMail('reminder', registration, context, joinButton), isReminder: true };
  };

  const workshopChanged: MailBuilder = async (message, context) => {
    const registration = upcomingRegistrationOf(message, context);
    // While the mail server is unavailable a workshop can move twice, and each email says what is true when it is sent.
    if (await workshops.hasMail(registration.submission.id, 'workshop-changed', message.createdAt))
      throw new NotNeeded('a later email says the same');
    return workshopMail('workshop-changed', registration, context);
  };

  const workshopCancelled: MailBuilder = (message, context) => {
    const registration = registrationOf(message, context);
    if (!registration.workshop.cancelled) throw new NotNeeded('the workshop takes place after all');
    assertNotOverSince(message, registration.workshop, context);
    return workshopMail('workshop-cancelled', registration, context);
  };

  /** Returns an email with its calendar file. A button with the words `joinButton` opens the call instead of adding it to a calendar. */
  function workshopMail(
    name: 'registration' | 'reminder' | 'workshop-changed' | 'workshop-cancelled',
    registration: Registration,
    context: MailContext,
    joinButton?: string,
  ): Mail {
    const { content, siteUrl, secret } = context;
    const { submission, workshop } = registration;
    const { cancelled, slug } = workshop;
    const join = siteUrl + paths.join(signedId(secret, 'join', submission.id));
    const ownCalendar = new URL(paths.ownCalendar(slug, signedId(secret, 'calendar', submission.id)), siteUrl).href;
    const mail: Mail = {
      to: submission.person.email,
      ...mailBody(name, placeholdersOf(registration), context, cancelled ? undefined : ownCalendar),
      calendar: {
        name: `${slug}.ics`,
        method: cancelled ? 'CANCEL' : 'PUBLISH',
        text: calendarOf(workshop, content.site, new URL(siteUrl), { ...versions.get(slug)!, join }),
      },
    };
    // There is nothing to join or to add to a calendar, and there are no reminders to stop.
    if (cancelled) return mail;
    const facts = factsOf(workshop, join);
    const unsubscribe = unsubscribeLink(submission, context);
    // The calendar file is still attached, and the link is not there twice.
    if (joinButton) {
      const button = { text: interpolateWords(joinButton, placeholdersOf(registration)), href: join };
      return { ...mail, facts: facts.map(({ label, value }) => ({ label, value })), button, unsubscribe };
    }
    const alternatives = calendarLinks(workshop, { file: mail.button ? undefined : ownCalendar, join });
    return { ...mail, facts, alternatives, unsubscribe };
  }

  return {
    registration: withCurrentContent(registrationMail),
    reminder: withCurrentContent(reminder),
    'workshop-changed': withCurrentContent(workshopChanged),
    'workshop-cancelled': withCurrentContent(workshopCancelled),
  } satisfies Partial<MailBuilders>;
}

/** Returns the email for a registration that was confirmed after the end: there is no seat and nothing to put into a calendar. */
function lateRegistrationMail(registration: Registration, context: MailContext): Mail {
  const { submission, workshop } = registration;
  return {
    to: submission.person.email,
    ...mailBody('registration-late', placeholdersOf(registration), context),
    ...(workshop.replay && {
      alternatives: [{ text: 'Watch the replay', href: `${context.siteUrl}${paths.workshop(workshop.slug)}#${replayAnchor}` }],
    }),
    unsubscribe: unsubscribeLink(submission, context),
  };
}

const unsubscribeLink = ({ id }: Submission, { siteUrl, secret }: MailContext) => ({
  text: 'No reminders, please',
  href: siteUrl + paths.unsubscribe(signedId(secret, 'unsubscribe', id)),
});

function placeholdersOf({ submission, workshop }: Registration) {
  const { title, speaker, dateText: date, timeText: time, lengthText: length } = workshop;
  return { firstName: greetingName(submission.person.firstName), title, speaker: speaker.name, date, time, length };
}

/** A registration, and the workshop that it is for. */
interface Registration {
  submission: Submission;
  workshop: WorkshopContent;
}

/** Returns a registration with its workshop. Throws Undeliverable when either is gone. */
function registrationOf(message: Message, { content }: MailContext): Registration {
  const submission = submissionOf(message);
  const workshop = content.workshops.find(({ form }) => form.id === submission.formId);
  if (!workshop)
    throw new Undeliverable(`content/speaker-series has no workshop with the form ${submission.formId}; restore its file and retry`);
  return { submission, workshop };
}

/**
 * Returns a registration with its workshop. Throws Undeliverable when either is gone, and NotNeeded if the workshop is cancelled or has
 * begun.
 */
function upcomingRegistrationOf(message: Message, context: MailContext): Registration {
  const registration = registrationOf(message, context);
  const { workshop } = registration;
  if (workshop.cancelled) throw new NotNeeded('the workshop is cancelled');
  if (startOfWorkshop(workshop) <= context.now()) throw new NotNeeded('the workshop had begun');
  return registration;
}

/** Throws NotNeeded if the workshop has ended since the delivery was enqueued, because the mail server was unavailable until then. */
function assertNotOverSince({ createdAt }: Message, workshop: WorkshopContent, { now }: MailContext): void {
  const end = endOfWorkshop(workshop);
  if (createdAt < end.toISOString() && end <= now()) throw new NotNeeded('the workshop was over');
}

/**
 * Returns the facts of an email. The time is as on the workshop's page, with the offset of its zone, which founders in other countries
 * need.
 */
function factsOf(workshop: WorkshopContent, joinHref: string): NonNullable<MailBody['facts']> {
  const { title, speaker, dateText, timeText, lengthText, on, place, join, zone } = workshop;
  const when = `${dateText}, ${on.slice(0, 4)}, ${timeText} (${formatOffset(startOfWorkshop(workshop), zone)}), ${lengthText}`;
  return [
    { label: 'What', value: `${title}, with ${speaker.name}` },
    { label: 'When', value: when },
    { label: 'Where', value: place },
    { label: 'How to join', value: join.text, href: joinHref, linkText: 'Join the call' },
  ];
}
