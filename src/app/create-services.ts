import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { createPageViews } from '../funnel/page-views.ts';
import type { RenderMail } from '../mail/mail.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { seatRules } from '../retreats/rules.ts';
import { knownVersions } from '../workshops/versions.ts';
import { createChannels } from './channels.ts';
import type { Store } from './open-store.ts';
import { planDeliveries, planNotices } from './plan-deliveries.ts';
import { secretOf } from './secret.ts';
import type { Settings } from './settings.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export interface ServiceParts {
  settings: Settings;
  store: Store;
  content: Content;
  renderMail: RenderMail;
  now: () => Date;
  log: Logger;
}

/** Puts together everything that works without HTTP. Throws StoreUnavailable, SettingsError. */
export async function createServices({ settings, store, content, renderMail, now, log }: ServiceParts) {
  const secret = secretOf(settings);
  const versions = await knownVersions(store.workshops, content, now);
  const channels = createChannels({ settings, content, secret, versions, store, renderMail, now });
  const outbox = createOutbox({ outbox: store.outbox, channels, now, noticesFor: planNotices(settings), log });
  return {
    secret,
    store,
    versions,
    outbox,
    pageViews: createPageViews({ funnel: store.funnel, content, now }),
    rules: seatRules(content, secret, settings),
    deliveriesFor: planDeliveries(settings, content, now),
  };
}
