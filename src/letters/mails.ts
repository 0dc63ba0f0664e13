import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { interpolateWords, greetingName, headerLine, organizerAddress, sampleFirstName } from '../mail/mail.ts';
import type { Link, MailBody, MailBuilders, MailContext } from '../mail/mail.ts';
import { readWaitlistOffer, waitlistLink, type ListedStore } from '../workshops/waitlist-link.ts';
import { NotNeeded, submissionOf, Undeliverable, type Message } from '../outbox/channel.ts';
import { paths, replayAnchor } from '../paths.ts';
import { addressIdOf } from '../database/address-id.ts';
import { Refused } from '../refused.ts';
import { templateOf, workshopOf } from './template.ts';
import { noPostalAddress, type LetterDraft } from './letter.ts';
import type { Letters } from './repository.ts';
import type { Letter } from './stored-letter.ts';

/** What the emails read from the database when they are sent. */
export interface LetterMailStores {
  letters: Pick<Letters, 'find' | 'findOptOut'>;
  waitlist: ListedStore;
}

/** A letter to one founder, and the test of it to the organizer, by the kind of their delivery. */
export function letterMails({ letters, waitlist }: LetterMailStores) {
  async function letterOf({ payload }: Message): Promise<Letter> {
    const letter = await letters.find(String(payload['letter']));
    if (!letter) throw new NotNeeded('the letter was deleted');
    return letter;
  }

  return {
    async letter(message, context) {
      // The letter was sent with the content on disk at that time, and the site may run with earlier content.
      if (!context.content.site.postalAddress) throw new Undeliverable(noPostalAddress);
      const submission = submissionOf(message);
      const addressId = addressIdOf(context.secret, submission.person.email);
      // The founder may have unsubscribed after the letter was sent.
      if (await letters.findOptOut(addressId)) throw new NotNeeded('the recipient unsubscribed from letters');
      const letter = await letterOf(message);
      return {
        to: submission.person.email,
        ...bodyOf(letter, submission, context),
        ...(letter.audience.of === 'workshop' && (await readWaitlistOffer(submission, context, waitlist))),
        unsubscribe: unsubscribeLink(addressId, context),
      };
    },

    async 'letter-test'(message, context) {
      const letter = await letterOf(message);
      const body = bodyOf(letter, undefined, context);
      const next = letter.audience.of === 'workshop' ? waitlistLink(undefined, context) : undefined;
      const to = organizerAddress(context);
      // As in the letter of a founder: pressing it unsubscribes the address that got the email.
      const unsubscribe = unsubscribeLink(addressIdOf(context.secret, to), context);
      return { to, ...body, subject: `Test: ${body.subject}`, ...(next && { next }), unsubscribe };
    },
  } satisfies Partial<MailBuilders>;
}

const unsubscribeLink = (addressId: string, { siteUrl, secret }: MailContext): Link => ({
  text: 'No letters, please',
  href: siteUrl + paths.stopLetters(signedId(secret, 'letters', addressId)),
});

/** Without a submission, as in the test, it greets an invented founder, and the links lead to the public pages. Throws Undeliverable. */
function bodyOf(letter: LetterDraft, submission: Submission | undefined, context: MailContext): MailBody {
  try {
    const firstName = greetingName(submission?.person.firstName ?? sampleFirstName);
    const workshop = workshopOf(letter.audience, context.content);
    const template = templateOf(letter.audience, firstName, context, submission);
    const subject = headerLine(interpolateWords(letter.subject, { firstName }));
    const text = letter.text.map((paragraph) => interpolateWords(paragraph, { firstName }));
    const button = template.button ?? letter.link;
    return {
      ...template,
      subject,
      heading: subject,
      text,
      facts: [
        ...(workshop?.replay
          ? [{ label: 'Replay', value: workshop.title, href: replayHref(workshop, context), linkText: 'Watch the replay' }]
          : []),
        ...(letter.link && template.button ? [{ label: 'Link', value: letter.link.text, href: letter.link.href }] : []),
      ],
      ...(button && { button }),
    };
  } catch (error) {
    if (error instanceof Refused) throw new Undeliverable(`${error.message.replace(/\.$/u, '')} and retry`, { cause: error });
    throw error;
  }
}

const replayHref = ({ slug }: WorkshopContent, { siteUrl }: MailContext) => `${siteUrl}${paths.workshop(slug)}#${replayAnchor}`;
