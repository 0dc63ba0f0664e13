import type { Content } from '../content/content.ts';
import type { RenderMail } from '../mail/mail.ts';
import type { Channel } from '../outbox/channel.ts';
import { mailChannel } from '../mail/mail-channel.ts';
import type { SendMail } from '../mail/mail-channel.ts';
import { mailFolder } from '../mail/mail-folder.ts';
import type { Store } from './open-store.ts';
import type { WorkshopVersion } from '../workshops/repository.ts';
import { createForwarding } from './forwarding.ts';
import type { Settings } from './settings.ts';

export interface ChannelParts {
  settings: Settings;
  content: Content;
  secret: string;
  versions: Map<string, WorkshopVersion>;
  store: Store;
  renderMail: RenderMail;
  now: () => Date;
}

/** The ways out that are configured. */
export function createChannels({ settings, content, secret, versions, store, renderMail, now }: ChannelParts): Channel[] {
  const { siteUrl, smtpUrl, mailFrom, organizerEmail, dataDir } = settings;
  const send = withTheFirst(async () => {
    if (smtpUrl) return (await import('../mail/smtp-transport.ts')).serverTransport(smtpUrl);
    return (await import('../mail/file-transport.ts')).fileTransport(mailFolder(dataDir));
  });
  return [
    mailChannel({ content, siteUrl, secret, organizerEmail, versions, now, from: mailFrom, store, render: renderMail, send }),
    ...createForwarding({ settings, content, now }),
  ];
}

/** What makes mails takes a lot of memory, and most of the time nobody sends one: it is loaded with the first. */
function withTheFirst(load: () => Promise<SendMail>): SendMail {
  let loading: Promise<SendMail> | undefined;
  const send: SendMail = async (...mail) => (await (loading ??= load()))(...mail);
  return Object.assign(send, { close: () => void loading?.then((loaded) => loaded.close?.()) });
}
