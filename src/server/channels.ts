import { join } from 'node:path';
import type { Content } from '../content/content.ts';
import type { RenderMail } from '../emails/mail.ts';
import type { Channel } from '../outbox/channel.ts';
import { fileTransport } from '../outbox/channels/mail-files.ts';
import { serverTransport } from '../outbox/channels/mail-server.ts';
import { mailChannel } from '../outbox/channels/mail.ts';
import type { Store } from '../store/store.ts';
import type { WorkshopVersion } from '../store/workshops.ts';
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
  const send = smtpUrl ? serverTransport(smtpUrl) : fileTransport(join(dataDir, 'mail'));
  return [
    mailChannel({ content, siteUrl, secret, organizerEmail, versions, now, from: mailFrom, store, render: renderMail, send }),
    ...createForwarding({ settings, content, now }),
  ];
}
