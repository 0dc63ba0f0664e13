import { formatDeadline } from '../content/format.ts';
import { isRetreatOver, nextRetreatSlug, startOfRetreat } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId, tokenFor } from '../link-tokens.ts';
import { greetingName, headerLine, interpolateWords, mailBody, organizerAddress } from '../mail/mail.ts';
import type { Mail, MailBuilder, MailBuilders, MailContext } from '../mail/mail.ts';
import { NotNeeded, submissionOf, TryLater, Undeliverable, type Message } from '../outbox/channel.ts';
import { paths } from '../paths.ts';
import { areStayDatesPublic, retreatCalendar } from './itinerary.ts';
import type { Waitlist } from './repository.ts';
import { isActive } from './entry-states.ts';
import { noteLines, retreatPlaceholders } from './shared-texts.ts';

interface Payload {
  invitation?: string;
  note?: string;
  expiresAt?: string;
  /** The organizer moved the deadline of the invitation to this one. */
  wasExtended?: boolean;
  /** The invitation that was withdrawn. */
  takenBack?: string;
  /** The founder had a seat until then. */
  hadSeat?: boolean;
}

type InvitationMail =
  | 'invitation'
  | 'invitation-reminder'
  | 'accepted'
  | 'declined'
  | 'postponed'
  | 'seat-freed'
  | 'invitation-cancelled'
  | 'seat-withdrawn'
  | 'head-of-waitlist';

/** What the emails read from the database when they are sent. */
export interface RetreatMailStores {
  waitlist: Pick<
    Waitlist,
    'findStanding' | 'findInvitationStatus' | 'wasInvitationMailed' | 'isMailCurrent' | 'lacksHouseFacts' | 'findLatestAnswer'
  >;
}

/** The emails between the waitlist and a seat, by the kind of their delivery. */
export function retreatMails({ waitlist }: RetreatMailStores) {
  const statusOfInvitation = async (message: Message, { now }: MailContext) => {
    const { invitation, expiresAt } = payloadOf(message);
    return invitation ? waitlist.findInvitationStatus(invitation, expiresAt, now()) : 'open';
  };

  /**
   * A delivery may wait for hours while a mail server is down. If the invitation has ended in the meantime, the link in the email would
   * open an error page. If the invitation was extended, the email would name a deadline that is too early.
   */
  const mailWithOpenInvitation =
    (name: 'invitation' | 'seat-freed' | 'invitation-reminder'): MailBuilder =>
    async (message, context) => {
      const status = await statusOfInvitation(message, context);
      if (status === undefined) throw new NotNeeded('the invitation is no longer valid');
      if (status === 'answered' && name === 'invitation-reminder') throw new NotNeeded('the invitation is answered');
      if (status === 'extended') throw new NotNeeded('the invitation was extended; another email has the new deadline');
      const { invitation, wasExtended } = payloadOf(message);
      // A founder whose earlier email was never sent knows of no other deadline.
      const mentionsExtension = wasExtended && invitation && (await waitlist.wasInvitationMailed(invitation, context.now()));
      return invitationMail(name, message, context, { mentionsExtension: Boolean(mentionsExtension) });
    };

  /** An email that is sent late could promise a seat that is gone, or withdraw one that the founder has got since. */
  const ifCurrent =
    (build: MailBuilder): MailBuilder =>
    async (message, context) => {
      if (!(await waitlist.isMailCurrent(submissionOf(message).id, message))) throw new NotNeeded('the founder’s state has changed since');
      return build(message, context);
    };

  /** The email about a no or a not-this-time leads to the invitation only while the answer can be changed there. */
  const notAccepted =
    (name: 'declined' | 'postponed'): MailBuilder =>
    async (message, context) => {
      const isChangeable = (await statusOfInvitation(message, context)) !== undefined;
      return { ...invitationMail(name, message, context, { hasLink: isChangeable }), ...cancelledEntry(message, context) };
    };

  /** A founder who never received an invitation gets no apology for it. */
  const invitationCancelled: MailBuilder = async (message, context) => {
    const { takenBack: withdrawn } = payloadOf(message);
    const mailed = withdrawn ? await waitlist.wasInvitationMailed(withdrawn, context.now()) : true;
    if (mailed === undefined) throw new TryLater('the withdrawn invitation is being sent right now; this email will follow it');
    if (!mailed) throw new NotNeeded('the withdrawn invitation was never sent');
    return invitationMail('invitation-cancelled', message, context);
  };

  /** A founder who has entered house facts in the meantime, or given the seat back, needs no reminder. */
  const houseReminder: MailBuilder = async (message, context) => {
    const { retreat: slug, person } = submissionOf(message);
    if (!(await waitlist.lacksHouseFacts({ email: person.email, retreat: slug })))
      throw new NotNeeded('the founder has sent the details for the house, or has no seat');
    if (startOfRetreat(retreatBySlug(slug, context)) <= context.now()) throw new NotNeeded('the retreat has begun');
    return statusMail('house-reminder', message, context);
  };

  /**
   * Anybody can send the form with the address of a founder who has left or is further along, so the email says what the form changed. It
   * may be sent after the founder was invited, got a seat, or left.
   */
  const joined: MailBuilder = async (message, context) => {
    const { id, retreat } = submissionOf(message);
    const standing = await waitlist.findStanding(id);
    if (!standing || !isActive(standing.state)) throw new NotNeeded('the founder is no longer on the waitlist');
    if (standing.isBack) return statusMail('waitlist-rejoined', message, context);
    if (standing.state === 'accepted' || !standing.isFirst) return statusMail('waitlist-again', message, context);
    return statusMail(retreat === nextRetreatSlug ? 'waitlist-next' : 'waitlist', message, context);
  };

  /** To the organizer: the founder's latest answer. A reply goes to the founder. */
  const organizerAnswer: MailBuilder = async (message, context) => {
    const submission = submissionOf(message);
    const latest = await waitlist.findLatestAnswer(submission.id);
    if (!latest) throw new NotNeeded('the founder’s entry was erased');
    const { name, brand, answer } = latest;
    const body = mailBody('organizer-answer', { name, brand, answer, ...retreatFactsFor(submission, context) }, context);
    return { to: organizerAddress(context), replyTo: submission.person.email, ...body };
  };

  return {
    waitlist: joined,
    'status-link': (message, context) => statusMail('status-link', message, context),
    'invite-back': ifCurrent(askToMoveAlong),
    invitation: mailWithOpenInvitation('invitation'),
    'seat-freed': mailWithOpenInvitation('seat-freed'),
    'invitation-reminder': mailWithOpenInvitation('invitation-reminder'),
    accepted: ifCurrent(accepted),
    declined: ifCurrent(notAccepted('declined')),
    postponed: ifCurrent(notAccepted('postponed')),
    'head-of-waitlist': ifCurrent((message, context) => invitationMail('head-of-waitlist', message, context)),
    left: ifCurrent(left),
    'house-reminder': houseReminder,
    'invitation-cancelled': ifCurrent(invitationCancelled),
    'seat-withdrawn': ifCurrent(seatWithdrawn),
    'organizer-answer': organizerAnswer,
  } satisfies Partial<MailBuilders>;
}

const payloadOf = ({ payload }: Message) => payload as Payload;

/** Returns the retreat with a slug. Throws Undeliverable if the content that the site runs with has none. */
function retreatBySlug(slug: string, { content }: MailContext): RetreatContent {
  const retreat = content.retreats.find((each) => each.slug === slug);
  if (!retreat)
    throw new Undeliverable(
      `the site runs without a folder "${slug}" in content/retreats; restore it if it is missing, restart the site, and retry`,
    );
  return retreat;
}

/** Returns the facts of a submission's retreat for placeholders; a retreat that is not announced is not named. Throws Undeliverable. */
const retreatFactsFor = (submission: Submission, context: MailContext): ReturnType<typeof retreatPlaceholders> =>
  submission.retreat === nextRetreatSlug ? unannouncedRetreat : retreatPlaceholders(retreatBySlug(submission.retreat, context).facts);
const unannouncedRetreat = { retreat: '', season: '', days: '', capacity: '', place: '' };

const statusHref = ({ id }: Submission, { siteUrl, secret }: MailContext) => siteUrl + paths.status(signedId(secret, 'status', id));

/** Returns an email whose button leads to the founder's own status page. */
function statusMail(
  name: 'waitlist' | 'waitlist-next' | 'waitlist-again' | 'waitlist-rejoined' | 'status-link' | 'left' | 'seat-given-up' | 'house-reminder',
  message: Message,
  context: MailContext,
): Mail {
  const submission = submissionOf(message);
  const { firstName, email } = submission.person;
  const values = { firstName: greetingName(firstName), ...retreatFactsFor(submission, context) };
  return { to: email, ...mailBody(name, values, context, statusHref(submission, context)) };
}

/** Asks a founder of one retreat to join the waitlist of a later one. Its button leads to the status page, which has the button for it. */
const askToMoveAlong: MailBuilder = (message, context) => {
  const submission = submissionOf(message);
  const { to } = message.payload as { to: string };
  const later = retreatBySlug(to, context);
  if (isRetreatOver(later, context.now())) throw new NotNeeded('the later retreat is over');
  const { firstName, email } = submission.person;
  const values = { firstName: greetingName(firstName), ...retreatFactsFor(submission, context), later: later.facts.season };
  return { to: email, ...mailBody('invite-back', values, context, statusHref(submission, context)) };
};

interface InvitationMailOptions {
  hasLink?: boolean;
  mentionsExtension?: boolean;
}

/** Returns an email whose button leads to the invitation, or to the status page of a founder who waits, unless it must have no link. */
function invitationMail(
  name: InvitationMail,
  message: Message,
  context: MailContext,
  { hasLink = true, mentionsExtension = false }: InvitationMailOptions = {},
): Mail {
  const submission = submissionOf(message);
  const { firstName, email } = submission.person;
  const { invitation, note, expiresAt } = payloadOf(message);
  const until = expiresAt ? formatDeadline(expiresAt) : '';
  const invitationHref = invitation && context.siteUrl + paths.invitation(tokenFor(context.secret, 'invitation', invitation));
  const href = name === 'head-of-waitlist' ? statusHref(submission, context) : invitationHref;
  const values = { firstName: greetingName(firstName), ...retreatFactsFor(submission, context), until };
  const body = mailBody(name, values, context, hasLink ? href : undefined);
  let { subject, text } = body;
  if (mentionsExtension) {
    const { extendedSubject, extended = [] } = context.content.emails.invitation;
    if (extendedSubject) subject = headerLine(interpolateWords(extendedSubject, values));
    text = [...text, ...extended.map((words) => interpolateWords(words, values))];
  }
  return { to: email, ...body, subject, text: [...text, ...noteLines(note ?? '')] };
}

const accepted: MailBuilder = (message, context) => {
  const submission = submissionOf(message);
  const next = { text: context.content.status.house.mailLink, href: statusHref(submission, context) };
  return { ...invitationMail('accepted', message, context), next, ...calendarOf(submission, context, 'PUBLISH') };
};

/** The founder left the waitlist, ended an invitation, or gave up a seat. */
const left: MailBuilder = (message, context) => ({
  ...statusMail(payloadOf(message).hadSeat ? 'seat-given-up' : 'left', message, context),
  ...cancelledEntry(message, context),
});

const seatWithdrawn: MailBuilder = (message, context) => ({
  ...invitationMail('seat-withdrawn', message, context),
  ...cancelledEntry(message, context),
});

/** A founder who had a seat has the retreat in a calendar: the email takes it out. */
const cancelledEntry = (message: Message, context: MailContext): Pick<Mail, 'calendar'> =>
  payloadOf(message).hadSeat ? calendarOf(submissionOf(message), context, 'CANCEL') : {};

/** Returns the calendar entry of an email; nothing while the days of the retreat are not public. */
function calendarOf(submission: Submission, context: MailContext, method: 'PUBLISH' | 'CANCEL'): Pick<Mail, 'calendar'> {
  const { content, siteUrl, now } = context;
  const retreat = submission.retreat === nextRetreatSlug ? undefined : retreatBySlug(submission.retreat, context);
  if (!retreat || !areStayDatesPublic(retreat)) return {};
  const text = retreatCalendar(retreat, content.site, { origin: new URL(siteUrl), stamp: now(), method });
  return { calendar: { name: 'founder-house-retreat.ics', method, text } };
}
