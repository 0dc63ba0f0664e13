import type { SendMailOptions } from 'nodemailer';
import type { RenderMail } from './mail.ts';
import type { Store } from '../app/open-store.ts';
import { NotNeeded, Undeliverable } from '../outbox/channel.ts';
import type { Channel } from '../outbox/channel.ts';
import { compose, reminders } from '../app/mails.ts';
import type { MailContext } from './envelope.ts';
import { assertStillNeeded } from './still-needed.ts';

/** Hands a mail on, to a mail server or into a file. `key` is the delivery's; `signal` ends when its time is over. Throws Bounced, Undeliverable. */
export interface SendMail {
  (mail: SendMailOptions, key: string, signal: AbortSignal): Promise<void>;
  close?: () => void;
}

/** The mail server says that it reaches nobody at this address (RFC 5321, 4.2.1: 5yz). */
export class Bounced extends Undeliverable {
  override name = 'Bounced';
}

export interface MailParts extends MailContext {
  /** An address, or a name and an address; the site's own where it is missing. */
  from: string | undefined;
  store: {
    people: Pick<Store['people'], 'suppress' | 'isSuppressed'>;
    waitlist: Pick<Store['waitlist'], 'invitationStatus' | 'wasInvitationMailed'>;
  };
  render: RenderMail;
  send: SendMail;
}

/** Mails to people. What one says is made when it is sent, from the submission and from content. */
export function mailChannel({ from, store, render, send, ...context }: MailParts): Channel {
  const { name, contactEmail } = context.content.site;
  const { hostname } = new URL(context.siteUrl);

  return {
    name: 'mail',
    ...(send.close && { close: send.close }),
    concurrency: 10,
    // A server that looks through a mail before it takes it may need half a minute (RFC 5321, 4.5.3.2.6, would allow ten): who hangs up sends it twice.
    patience: 45_000,
    async deliver(message, signal) {
      const { to, replyTo, mail, calendar, unsubscribe } = compose(message, context);
      await assertStillNeeded(message, { store, now: context.now });
      if (await store.people.isSuppressed(to, ['bounced']))
        throw new Undeliverable('mail to this address came back before; write to her another way, or retry this once it takes mail again');
      if (reminders.has(message.kind) && (await store.people.isSuppressed(to, ['reminders'])))
        throw new NotNeeded('she wants no reminders');
      const rendered = await render(mail);
      const options: SendMailOptions = {
        from: from ?? { name, address: contactEmail },
        // An object is never parsed: no comma or bracket in an address makes a second one of it.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...rendered,
        messageId: `<${message.key}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(calendar && { icalEvent: { filename: calendar.name, method: calendar.method, content: calendar.text } }),
      };
      try {
        await send(options, message.key, signal);
      } catch (error) {
        if (error instanceof Bounced && to !== context.organizerEmail) await store.people.suppress(to, 'bounced', context.now());
        throw error;
      }
    },
  };
}
