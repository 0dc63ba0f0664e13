import type { SendMailOptions } from 'nodemailer';
import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { Mail, RenderMail } from '../../emails/mail.ts';
import { paths } from '../../paths.ts';
import type { Submission } from '../../store/submissions.ts';
import { tokenFor } from '../../tokens.ts';
import { Undeliverable } from '../channel.ts';
import type { Channel, Message } from '../channel.ts';

/** Hands a mail on, to a mail server or into a file. `key` is the delivery's. */
export type SendMail = (mail: SendMailOptions, key: string, signal: AbortSignal) => Promise<void>;

export interface MailParts {
  content: Content;
  siteUrl: string;
  secret: string;
  render: RenderMail;
  transport: SendMail;
}

/** Mails to people. What one says is made when it is sent, from the submission and from content. */
export function mailChannel({ content, siteUrl, secret, render, transport }: MailParts): Channel {
  const { name, contactEmail } = content.site;
  const host = new URL(siteUrl).hostname;

  function confirmAddress({ id, formId, formName, fields }: Submission): Mail {
    const { subject, preview, heading, text, button, after, foot } = content.emails.confirmAddress;
    const known = formsOf(content).find((form) => form.id === formId);
    const filled = (words: string) =>
      words.replaceAll('{firstName}', fields['inf_field_FirstName'] ?? '').replaceAll('{form}', known?.name ?? formName);
    return {
      subject,
      preview,
      heading,
      text: text.map(filled),
      button: { text: button, href: siteUrl + paths.confirm(tokenFor(secret, 'confirm', id)) },
      after: after.map(filled),
      name,
      siteUrl,
      foot,
    };
  }

  return {
    name: 'mail',
    concurrency: 5,
    async deliver({ key, kind, submission }: Message, signal) {
      if (!submission) throw new Undeliverable('the submission that this was about is erased');
      if (kind !== 'confirm-address') throw new Undeliverable(`this release knows no mail called ${kind}`);
      const mail = await render(confirmAddress(submission));
      const to = submission.fields['inf_field_Email'] as string;
      await transport(
        { from: { name, address: contactEmail }, to: { name: '', address: to }, messageId: `<${key}@${host}>`, ...mail },
        key,
        signal,
      );
    },
  };
}
