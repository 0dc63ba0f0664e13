import { isForNextWorkshop } from '../content/workshop-schedule.ts';
import type { Content } from '../content/content.ts';
import { endings } from '../content/endings.ts';
import { formatDay, formatDeadline, formatNumber } from '../content/format.ts';
import { isolate } from '../content/placeholders.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import { findForm } from '../forms/catalog.ts';
import { labeledAnswers } from '../forms/fields.ts';
import type { Submission } from '../forms/submission.ts';
import { tokenFor } from '../link-tokens.ts';
import { mailBody, organizerAddress, type MailBuilder, type MailBuilders, type MailContext } from '../mail/mail.ts';
import { NotNeeded, submissionOf } from '../outbox/channel.ts';
import { driftText, failureText } from '../outbox/problem-text.ts';
import type { OutboxRepository } from '../outbox/repository.ts';
import { paths } from '../paths.ts';
import { listMissingAddresses, type AddressStore } from '../workshops/missing-address.ts';
import { missingAddressText } from '../workshops/meeting-link-texts.ts';
import { readDigest, type DigestAnswer } from './digest.ts';
import { formNameInMails } from './form-name.ts';
import type { Submissions } from './repository.ts';

/** What the emails read from the database when they are sent. */
export interface SubmissionMailStores {
  submissions: Pick<Submissions, 'list' | 'listCorrections' | 'isCorrection'>;
  outbox: Pick<OutboxRepository, 'listFailing' | 'countDrifted'>;
  workshops: AddressStore;
}

/** To the founder, after a form without a proof of work: the link that confirms the email address. */
const confirmAddress: MailBuilder = (message, context) => {
  const submission = submissionOf(message);
  if (submission.state !== 'held') throw new NotNeeded('the email address is confirmed already');
  const form = signUpName(submission, context);
  const href = context.siteUrl + paths.confirm(tokenFor(context.secret, 'confirm', submission.id));
  return { to: submission.person.email, ...mailBody('confirm-address', { form }, context, href) };
};

/** Returns what a founder signed up for, as the words after "Thanks for signing up for". */
function signUpName({ formId, formName, retreat: slug }: Submission, { content, now }: MailContext): string {
  const { workshop } = findForm(content, formId) ?? {};
  if (workshop)
    return isForNextWorkshop(workshop, now()) ? 'news about the next workshop' : `“${workshop.title}” with ${workshop.speaker.name}`;
  if (slug === nextRetreatSlug) return 'the waitlist for the next retreat';
  const retreat = content.retreats.find((each) => each.slug === slug);
  return retreat ? `the waitlist for the ${retreat.facts.season} retreat` : formName;
}

const maxListed = 200;

/** The emails about submissions of any form, and about a closed channel, by the kind of their delivery. */
export function submissionMails({ submissions, outbox, workshops }: SubmissionMailStores) {
  /** To the organizer: every answer of one sign-up, or of a founder who sent the form again. A reply goes to the founder. */
  const organizerNote: MailBuilder = async (message, context) => {
    const submission = submissionOf(message);
    const { firstName, email } = submission.person;
    const { form } = findForm(context.content, submission.formId) ?? {};
    const name = (await submissions.isCorrection(submission.id)) ? 'organizer-correction' : 'organizer-note';
    return {
      to: organizerAddress(context),
      replyTo: email,
      ...mailBody(name, { firstName, form: formNameInMails(submission, context.content) }, context),
      facts: labeledAnswers(submission.fields, form?.fields ?? []),
    };
  };

  /**
   * To the organizer: the sign-ups, corrections and answers of one day, or the sign-ups of an hour that had too many for an email each;
   * with the failing channels, and the workshops of the next seven days without an address of their call.
   */
  const organizerDigest: MailBuilder = async ({ payload }, context) => {
    const { date, founders, answers = [] } = await readDigest(submissions, payload, context.content);
    const day = formatDay(date, { dateStyle: 'full' });
    const body = mailBody('organizer-digest', { date: day }, context);
    const signUps = founders?.filter(({ corrects }) => !corrects) ?? [];
    const corrections = founders?.filter(({ corrects }) => corrects) ?? [];
    const isEmpty = founders !== undefined && founders.length + answers.length === 0;
    const failing = await outbox.listFailing(context.now());
    const drifted = await outbox.countDrifted();
    const withoutAddress = await listMissingAddresses(context.content.workshops, workshops, context.now());
    return {
      to: organizerAddress(context),
      ...body,
      text: [
        ...(isEmpty ? [`Nobody signed up on ${day}.`] : []),
        ...failing.map((failure) => failureText(failure, formatDeadline)),
        ...(drifted.length > 0 ? [`${driftText(drifted)} You can send the missing data again from the first screen of the desk.`] : []),
        ...withoutAddress.map((workshop) => `${missingAddressText(workshop)}; store it in the desk, under Pages.`),
        ...endings(context.content, context.now(), ({ inDesk }) => `${inDesk} in the desk, under Pages`),
        // Directly above the list that it introduces.
        ...(signUps.length > 0 ? body.text : []),
      ],
      facts: [
        ...firstListed(signUps.map((founder) => ({ label: founder.form, value: nameAndBrand(founder) }))),
        ...firstListed(corrections.map((founder) => ({ label: founder.form, value: `${nameAndBrand(founder)}, sent the form again` }))),
        ...firstListed(
          answers.map((founder) => ({
            label: answerLabel(founder, context.content),
            value: `${nameAndBrand(founder)}, ${founder.answer}`,
          })),
        ),
      ],
    };
  };

  return {
    'confirm-address': confirmAddress,
    'organizer-note': organizerNote,
    'organizer-digest': organizerDigest,
    'provider-refused': providerRefused,
  } satisfies Partial<MailBuilders>;
}

const nameAndBrand = ({ name, brand }: { name: string; brand: string }) => `${isolate(name)}, ${isolate(brand)}`;

/** Returns the label of an answer: two retreats can have invitations at the same time. */
function answerLabel({ retreat: slug }: DigestAnswer, { retreats }: Pick<Content, 'retreats'>): string {
  const retreat = retreats.find((each) => each.slug === slug);
  return retreat ? `Answer, ${retreat.facts.season}` : 'Answer';
}

/** Returns as many facts as one list of an email has, and how many more there are. */
function firstListed(facts: { label: string; value: string }[]) {
  const more = facts.length - maxListed;
  return [...facts.slice(0, maxListed), ...(more > 0 ? [{ label: 'Not listed', value: `${formatNumber(more)} more` }] : [])];
}

/** To the organizer, once: a channel is closed. The payload has the reason, which says what to fix. */
const providerRefused: MailBuilder = ({ payload }, context) => {
  const body = mailBody('provider-refused', {}, context);
  const { reason } = payload as { reason?: string };
  return { to: organizerAddress(context), ...body, text: reason ? [...body.text, reason] : body.text };
};
