import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { createPageViews } from '../funnel/page-views.ts';
import type { RenderMail } from '../mail/mail.ts';
import { userAgent } from '../outbox/channels/http-request.ts';
import { keapReadBack } from '../outbox/channels/keap-read-back.ts';
import { createDeliveryWorkers } from '../outbox/worker.ts';
import { createReadBackJob } from '../outbox/read-back.ts';
import { createInvitationSettings } from '../retreats/invitation-service.ts';
import { recordVersions } from '../workshops/versions.ts';
import { createChannels } from './create-channels.ts';
import type { Store } from './open-store.ts';
import { createPlanDeliveries } from '../submissions/plan-deliveries.ts';
import { loadSecret } from './secret.ts';
import type { Settings } from './settings.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

interface ServiceParts {
  settings: Settings;
  store: Store;
  content: Content;
  renderMail: RenderMail;
  now: () => Date;
  log: Logger;
}

/** Puts together everything that works without HTTP. Throws StoreUnavailable, SettingsError. */
export async function createServices({ settings, store, content, renderMail, now, log }: ServiceParts) {
  const secret = loadSecret(settings);
  const versions = await recordVersions(store.workshops, content, now);
  const channels = createChannels({ settings, content, secret, versions, store, renderMail, now });
  const { siteUrl, organizerEmail, providerApi } = settings;
  const deliveryWorkers = createDeliveryWorkers({ outbox: store.outbox, channels, organizerEmail, now, log });
  const readBack = providerApi && keapReadBack({ ...providerApi, content, agent: userAgent(siteUrl), now });
  return {
    secret,
    store,
    versions,
    deliveryWorkers,
    /** The job that reads back what the provider holds; undefined if its API is not set. */
    readBack: readBack && createReadBackJob({ outbox: store.outbox, readBack, now, log }),
    pageViews: createPageViews({ funnel: store.funnel, content, now, log }),
    invitationSettings: createInvitationSettings(content, secret, settings),
    planDeliveries: createPlanDeliveries(settings, () => content, now),
  };
}
