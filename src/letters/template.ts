import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { mailBody } from '../mail/mail.ts';
import type { MailBody, MailContext } from '../mail/mail.ts';
import type { Audience } from './audience.ts';
import { LetterRefused } from './letter.ts';

type TemplateContext = Pick<MailContext, 'content' | 'siteUrl'>;

/**
 * Returns the workshop that an audience registered for; undefined for other audiences. Throws LetterRefused if it is
 * no longer in the content.
 */
export function workshopOf(audience: Audience, { workshops }: TemplateContext['content']): WorkshopContent | undefined {
  if (audience.of !== 'workshop') return undefined;
  const workshop = workshops.find(({ slug }) => slug === audience.workshop);
  if (!workshop) throw new LetterRefused(`content/speaker-series has no workshop ${audience.workshop}; restore its file`);
  return workshop;
}

/**
 * Returns the mail of content/emails that a letter to an audience starts from. The letter replaces its subject and text; the
 * reason why its reader gets it and the text of the button to `questionHref` stay. Throws LetterRefused if the retreat or
 * workshop is no longer in the content.
 */
export function templateOf(audience: Audience, firstName: string, context: TemplateContext, questionHref?: string): MailBody {
  if (audience.of === 'next-workshop') return mailBody('letter-news', { firstName }, context);
  if (audience.of === 'waitlist') {
    const retreat = context.content.retreats.find(({ slug }) => slug === audience.retreat);
    if (!retreat) throw new LetterRefused(`content/retreats has no folder ${audience.retreat}; restore it`);
    return mailBody('letter-waitlist', { firstName, retreat: retreat.facts.name, season: retreat.facts.season }, context);
  }
  const { title, speaker, dateText: date, timeText: time, lengthText: length } = workshopOf(audience, context.content)!;
  const values = { firstName, title, speaker: speaker.name, date, time, length };
  return mailBody(audience.attendance === 'came' ? 'letter-came' : 'letter-missed', values, context, questionHref);
}
