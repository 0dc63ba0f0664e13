import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { fillIn, greetingName, headerLine, organizerAddress } from '../mail/mail.ts';
import type { MailBody, MailBuilders, MailContext } from '../mail/mail.ts';
import { waitlistLink } from '../mail/waitlist-link.ts';
import { NotNeeded, submissionOf, Undeliverable } from '../outbox/channel.ts';
import type { Message } from '../outbox/channel.ts';
import { paths, replayAnchor } from '../paths.ts';
import { addressIdOf } from './address-id.ts';
import { aboveButton, templateOf, workshopOf } from './template.ts';
import type { LetterDraft } from './letter.ts';
import { LetterRefused, noPostalAddress } from './letter.ts';
import type { Letters } from './repository.ts';
import type { Letter } from './stored-letter.ts';

/** A letter to one founder, and the test of it to the organizer, by the kind of their delivery. */
export function letterMails(letters: Pick<Letters, 'find' | 'optOutOf'>) {
  async function letterOf({ payload }: Message): Promise<Letter> {
    const letter = await letters.find(String(payload['letter']));
    if (!letter) throw new NotNeeded('the letter was deleted');
    return letter;
  }

  return {
    async letter(message, context) {
      const { siteUrl, secret } = context;
      // The letter was sent with the content on disk at that time, and the site may run with earlier content.
      if (!context.content.site.postalAddress) throw new Undeliverable(noPostalAddress);
      const submission = submissionOf(message);
      const addressId = addressIdOf(secret, submission.person.email);
      // The founder may have unsubscribed after the letter was sent.
      if (await letters.optOutOf(addressId)) throw new NotNeeded('the recipient unsubscribed from letters');
      return {
        to: submission.person.email,
        ...bodyOf(await letterOf(message), submission, context),
        unsubscribe: { text: 'No letters, please', href: siteUrl + paths.stopLetters(signedId(secret, 'letters', addressId)) },
      };
    },

    async 'letter-test'(message, context) {
      const body = bodyOf(await letterOf(message), undefined, context);
      return { to: organizerAddress(context), ...body, subject: `Test: ${body.subject}` };
    },
  } satisfies Partial<MailBuilders>;
}

/** Without a submission, as in the test, the links lead to the public pages. Throws Undeliverable. */
function bodyOf(letter: LetterDraft, submission: Submission | undefined, context: MailContext): MailBody {
  try {
    const firstName = greetingName(submission?.person.firstName ?? '');
    const workshop = workshopOf(letter.audience, context.content);
    const template = templateOf(letter.audience, firstName, context, submission);
    const subject = headerLine(fillIn(letter.subject, { firstName }));
    const text = letter.text.map((paragraph) => fillIn(paragraph, { firstName }));
    const button = template.button ?? letter.link;
    return {
      ...template,
      subject,
      heading: subject,
      text: [...text, ...aboveButton(template, text)],
      facts: [
        ...(workshop?.replay ? [{ label: 'Replay', value: workshop.title, href: replayHref(workshop, context) }] : []),
        ...(letter.link && template.button ? [{ label: 'Link', value: letter.link.text, href: letter.link.href }] : []),
      ],
      ...(button && { button }),
      ...(workshop && submission && { next: waitlistLink(submission, context) }),
    };
  } catch (error) {
    if (error instanceof LetterRefused) throw new Undeliverable(`${error.message} and retry`, { cause: error });
    throw error;
  }
}

const replayHref = ({ slug }: WorkshopContent, { siteUrl }: MailContext) => `${siteUrl}${paths.workshop(slug)}#${replayAnchor}`;
