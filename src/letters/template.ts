import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { mailBody, type MailBody, type MailContext } from '../mail/mail.ts';
import { paths } from '../paths.ts';
import { Refused } from '../refused.ts';
import { retreatPlaceholders } from '../retreats/shared-texts.ts';
import type { Audience } from './audience.ts';

type TemplateContext = Pick<MailContext, 'content' | 'siteUrl' | 'secret'>;

/**
 * Returns the workshop that an audience registered for; undefined for other audiences. Throws Refused if it is
 * no longer in the content.
 */
export function workshopOf(audience: Audience, { workshops }: TemplateContext['content']): WorkshopContent | undefined {
  if (audience.of !== 'workshop') return undefined;
  const workshop = workshops.find(({ slug }) => slug === audience.workshop);
  if (!workshop) throw new Refused(`content/speaker-series has no workshop ${audience.workshop}; restore its file.`);
  return workshop;
}

/**
 * Returns the email of content/emails that a letter to an audience starts from. The letter replaces its subject and text; the
 * reason why its reader gets it and the button to the question after the workshop stay, with the paragraph above the button.
 * Without a submission, as in a test, the button leads to the workshop's page. Throws Refused if the retreat or workshop is
 * no longer in the content.
 */
export function templateOf(audience: Audience, firstName: string, context: TemplateContext, submission?: Submission): MailBody {
  if (audience.of === 'next-workshop') return mailBody('letter-news', { firstName }, context);
  if (audience.of === 'waitlist') {
    const retreat = context.content.retreats.find(({ slug }) => slug === audience.retreat);
    if (!retreat) throw new Refused(`content/retreats has no folder ${audience.retreat}; restore it.`);
    return mailBody('letter-waitlist', { firstName, ...retreatPlaceholders(retreat.facts) }, context);
  }
  const workshop = workshopOf(audience, context.content)!;
  const { title, speaker, dateText: date, timeText: time, lengthText: length } = workshop;
  const values = { firstName, title, speaker: speaker.name, date, time, length };
  const name = audience.attendance === 'came' ? 'letter-came' : 'letter-missed';
  return mailBody(name, values, context, questionHref(workshop, submission, context));
}

/** Returns where a founder answers the question after a workshop; undefined if there is none. */
function questionHref({ slug, question }: WorkshopContent, submission: Submission | undefined, { siteUrl, secret }: TemplateContext) {
  if (!question) return undefined;
  return siteUrl + (submission ? paths.feedback(signedId(secret, 'feedback', submission.id)) : paths.workshop(slug));
}
