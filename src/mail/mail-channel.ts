import type { SendMailOptions } from 'nodemailer';
import { NotNeeded, Undeliverable, type Channel } from '../outbox/channel.ts';
import type { SuppressionReason } from '../database/schema.ts';
import type { MailBuilder, MailBuilders, MailContext, RenderMail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';

/** Where emails go: a mail server or a folder. */
export interface Transport {
  /** `id` is that of the delivery, the same for every attempt. Throws Bounced, TryLater, Undeliverable. */
  send(mail: SendMailOptions, id: string, signal: AbortSignal): Promise<void>;
  close?: () => void;
}

/** The mail server says that it reaches nobody at this address (RFC 5321, 4.2.1: 5yz). */
export class Bounced extends Undeliverable {
  override name = 'Bounced';
}

interface MailChannelParts extends MailContext {
  /** The sender; the site's own name and address if it is undefined. */
  from: Mailbox | undefined;
  mails: MailBuilders;
  people: {
    isSuppressed(email: string, reason: SuppressionReason): Promise<boolean>;
    suppress(email: string, reason: SuppressionReason, causeId: string, now: Date): Promise<boolean>;
  };
  render: RenderMail;
  transport: Transport;
}

/** Emails to people. An email is built when it is sent, from the stored submission and from content/. */
export function mailChannel({ from, mails, people, render, transport, ...context }: MailChannelParts): Channel {
  const { name, contactEmail } = context.content.site;
  const { hostname } = new URL(context.siteUrl);
  // Emails ask founders to write to the site, and nobody may read what arrives at MAIL_FROM.
  const replyAddressOf = (to: string) =>
    from && from.address !== contactEmail && to !== context.organizerEmail ? contactEmail : undefined;
  return {
    name: 'mail',
    ...(transport.close && { close: transport.close }),
    concurrency: 10,
    // A server that scans an email before it accepts it may need half a minute (RFC 5321, 4.5.3.2.6, would allow ten):
    // hanging up sends it twice.
    timeoutMs: 45_000,
    async send(message, signal) {
      // An older or a newer version may have stored other kinds.
      const build = (mails as Partial<Record<string, MailBuilder>>)[message.kind];
      if (!build) throw new Undeliverable(`this version has no email of the kind ${message.kind}`);
      const { to, replyTo = replyAddressOf(to), calendar, isReminder, ...body } = await build(message, context);
      if (await people.isSuppressed(to, 'bounced'))
        throw new Undeliverable(
          'email to this address bounced before; reach the founder another way, or retry once the address works again',
        );
      if (isReminder && (await people.isSuppressed(to, 'reminders'))) throw new NotNeeded('the recipient unsubscribed from reminders');
      const mail: SendMailOptions = {
        // An object is not parsed, so no comma, colon or bracket in it can create a second address or a group.
        from: from ?? { name, address: contactEmail },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...(await render(body)),
        messageId: `<${message.id}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(body.unsubscribe && {
            'List-Unsubscribe': `<${body.unsubscribe.href}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...(calendar && { icalEvent: { filename: calendar.name, method: calendar.method, content: calendar.text } }),
      };
      try {
        await transport.send(mail, message.id, signal);
      } catch (error) {
        if (error instanceof Bounced && to !== context.organizerEmail) await people.suppress(to, 'bounced', message.id, context.now());
        throw error;
      }
    },
  };
}
