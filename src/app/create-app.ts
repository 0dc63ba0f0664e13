import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { calendarDoor } from '../workshops/calendar-route.ts';
import { challengeDoor } from '../submissions/challenge.ts';
import { confirmDoor } from '../submissions/confirm.ts';
import type { Door } from '../http/door.ts';
import { filledDoor } from '../submissions/prefilled.ts';
import { invitationDoor } from '../retreats/invitation-page.ts';
import { privacyDoor } from '../people/privacy.ts';
import { processDoor } from '../submissions/process.ts';
import type { RenderMail } from '../mail/mail.ts';
import { statusDoor } from '../retreats/status-page.ts';
import { unsubscribeDoor } from '../people/unsubscribe.ts';
import { createProofs } from '../submissions/proof-of-work.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createIntake } from '../submissions/receive.ts';
import { createChannels } from './channels.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { planDeliveries, planNotices } from './plan-deliveries.ts';
import { seatRules } from '../retreats/rules.ts';
import { openStore } from './open-store.ts';
import type { SeatRules } from '../retreats/repository/seats.ts';
import type { Store } from './open-store.ts';
import { knownVersions } from '../workshops/versions.ts';
import { secretOf } from './secret.ts';
import type { Settings } from './settings.ts';

/** Everything behind the pages, put together: what the site, the editing server and the tests stand on. */
export interface House {
  store: Store;
  doors: Door[];
  outbox: Outbox;
  rules: SeatRules;
}

export interface HouseParts {
  settings: Settings;
  content: Content;
  renderMail: RenderMail;
  now: () => Date;
  log: Logger;
}

/** How many challenges a client may fetch for each post that it may send: a form that is opened and not sent fetches one too. */
const challengesForEachPost = 10;

/** Opens the store and puts the rooms together. Throws StoreUnavailable, SettingsError. */
export async function openHouse({ settings, content, renderMail, now, log }: HouseParts): Promise<House> {
  const { siteUrl, rateLimitPerMinute } = settings;
  const secret = secretOf(settings);
  const store = await openStore(settings.databaseUrl);
  const versions = await knownVersions(store, content, now);
  const channels = createChannels({ settings, content, secret, versions, store, renderMail, now });
  const outbox = createOutbox({ outbox: store.outbox, channels, now, noticesFor: planNotices(settings), log });
  const deliveriesFor = planDeliveries(settings, content, now);
  const limit = (name: string, perMinute: number) => createRateLimit({ name, perMinute, secret, shared: store.database.limiter });
  const proofs = createProofs({ secret, cost: settings.proofCost, minFill: settings.minFillSeconds * 1000, now });
  const stored = () => outbox.wake();
  const rules = seatRules(content, secret, settings);
  const report = (error: unknown, reference: string) => log.error({ reference, err: error }, 'a submission could not be taken');
  const intake = createIntake({
    siteUrl,
    secret,
    content,
    store,
    rate: limit('posts', rateLimitPerMinute),
    proofs,
    deliveriesFor,
    stored,
    now,
    report,
  });
  const doors = [
    processDoor(intake, proofs),
    challengeDoor(proofs, limit('challenges', rateLimitPerMinute * challengesForEachPost)),
    privacyDoor(settings, content),
    calendarDoor({ siteUrl, content, store, secret, versions }),
    filledDoor({ content, store, secret }),
    unsubscribeDoor({ store, secret, now }),
    invitationDoor({ siteUrl, content, store, rules, stored, now }),
    statusDoor({ siteUrl, content, secret, store, rules, deliveriesFor, rate: limit('links', rateLimitPerMinute), stored, now, report }),
    confirmDoor({ siteUrl, content, store, deliveriesFor, stored, now }),
  ];
  return { store, doors, outbox, rules };
}
