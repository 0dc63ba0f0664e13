import type { Content } from '../content/content.ts';
import { mailChannel } from '../mail/mail-channel.ts';
import { fileTransport, mailFolder } from '../mail/file-transport.ts';
import type { MailBuilders, RenderMail } from '../mail/mail.ts';
import { smtpTransport } from '../mail/smtp-transport.ts';
import type { Channel } from '../outbox/channel.ts';
import { userAgent } from '../outbox/channels/http-request.ts';
import { keapApiChannel } from '../outbox/channels/keap-api.ts';
import { keapFormChannel } from '../outbox/channels/keap-form.ts';
import { webhookChannel } from '../outbox/channels/webhook.ts';
import { letterMails, type LetterMailStores } from '../letters/mails.ts';
import { retreatMails, type RetreatMailStores } from '../retreats/mails.ts';
import { submissionMails, type SubmissionMailStores } from '../submissions/mails.ts';
import { workshopMails, type WorkshopMailStores } from '../workshops/mails.ts';
import type { WorkshopVersion } from '../workshops/repository.ts';
import type { Store } from './open-store.ts';
import type { Settings } from './settings.ts';

interface ChannelParts {
  settings: Settings;
  content: Content;
  secret: string;
  versions: Map<string, WorkshopVersion>;
  store: Pick<Store, 'people' | 'waitlist' | 'workshops' | 'submissions' | 'outbox' | 'letters'>;
  renderMail: RenderMail;
  now: () => Date;
}

type MailStores = SubmissionMailStores & WorkshopMailStores & RetreatMailStores & LetterMailStores;

/** Returns every feature's email builders. */
export const allMailBuilders = (versions: Map<string, WorkshopVersion>, stores: MailStores): MailBuilders => ({
  ...submissionMails(stores),
  ...workshopMails(versions, stores),
  ...retreatMails(stores),
  ...letterMails(stores),
});

/** Creates the channels that are configured: `mail` always, the provider and the webhook if they are set. */
export function createChannels({ settings, content, secret, versions, store, renderMail, now }: ChannelParts): Channel[] {
  const { siteUrl, smtpUrl, mailFrom, organizerEmail, dataDir, providerForms, providerApi, webhook } = settings;
  const agent = userAgent(siteUrl);
  const mail = mailChannel({
    content,
    siteUrl,
    secret,
    organizerEmail,
    now,
    from: mailFrom,
    mails: allMailBuilders(versions, store),
    people: store.people,
    render: renderMail,
    transport: smtpUrl ? smtpTransport(smtpUrl) : fileTransport(mailFolder(dataDir), store.outbox),
  });
  return [
    mail,
    ...(providerForms ? [keapFormChannel({ origin: providerForms, content, agent, now })] : []),
    ...(providerApi ? [keapApiChannel({ ...providerApi, content, siteUrl, agent, now })] : []),
    ...(webhook ? [webhookChannel({ ...webhook, agent, now })] : []),
  ];
}
