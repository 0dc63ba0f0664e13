import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Content } from '../../content/content.ts';
import type { MailName, MailPlaceholder } from '../../content/schemas/emails.ts';
import { interpolateWords, mailBody, sampleFirstName, type RenderMail } from '../../mail/mail.ts';
import { retreatPlaceholders } from '../../retreats/shared-texts.ts';

const layout = join(import.meta.dirname, '../../../dist/emails/render.js');

/** Sample values for the placeholders of an email: those of the latest retreat and workshop, which the next emails are about. */
function samples({ retreats, workshops }: Content): Record<MailPlaceholder, string> {
  const retreat = retreats.at(-1)!;
  const { title, speaker } = workshops.at(-1)!;
  return {
    firstName: sampleFirstName,
    name: `${sampleFirstName} Vane`,
    brand: 'Vane & Daughters',
    answer: 'accepted a seat',
    form: 'the waitlist',
    date: 'Thursday, May 6, 2027',
    time: '1:00 PM Central Time',
    length: '60 minutes',
    until: 'Friday, May 7, 2027, 6:00 PM Central Time',
    later: 'Fall 2027',
    ...retreatPlaceholders(retreat.facts),
    title,
    speaker: speaker.name,
  };
}

/** Returns the paragraphs below the text that not every founder gets: who sent the form again, or whose invitation was extended. */
function conditionalIn(name: MailName, { emails }: Content): string[] {
  if (name === 'registration') return emails.registration.again ?? [];
  return (name === 'invitation' && emails.invitation.extended) || [];
}

/**
 * Returns an email of content/emails in the layout of every email, with every paragraph that it can have, and sample values for its
 * placeholders.
 */
export async function mailPage(name: MailName, content: Content, siteUrl: string): Promise<string> {
  const { renderMail } = (await import(pathToFileURL(layout).href)) as { renderMail: RenderMail };
  const placeholders = samples(content);
  const body = mailBody(name, placeholders, { content, siteUrl }, siteUrl);
  const text = [...body.text, ...conditionalIn(name, content).map((words) => interpolateWords(words, placeholders))];
  const { html } = await renderMail({ ...body, text });
  return html;
}
