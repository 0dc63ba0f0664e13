import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { calendarDoor } from '../doors/calendar.ts';
import { challengeDoor } from '../doors/challenge.ts';
import { confirmDoor } from '../doors/confirm.ts';
import type { Door } from '../doors/door.ts';
import { filledDoor } from '../doors/filled.ts';
import { invitationDoor } from '../doors/invitation.ts';
import { privacyDoor } from '../doors/privacy.ts';
import { processDoor } from '../doors/process.ts';
import type { RenderMail } from '../emails/mail.ts';
import { statusDoor } from '../doors/status.ts';
import { unsubscribeDoor } from '../doors/unsubscribe.ts';
import { createProofs } from '../intake/proof.ts';
import { createRateLimit } from '../intake/rate.ts';
import { createIntake } from '../intake/receive.ts';
import { createChannels } from './channels.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { planDeliveries, planNotices } from '../outbox/plan.ts';
import { seatRules } from '../retreat-seats/rules.ts';
import { openStore } from '../store/open.ts';
import type { SeatRules } from '../store/seats.ts';
import type { Store } from '../store/store.ts';
import { knownVersions } from './workshop-versions.ts';
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
  const outbox = createOutbox({ store, channels, now, noticesOf: planNotices(settings), log });
  const deliveriesFor = planDeliveries(settings, content, now);
  const limit = (name: string, perMinute: number) => createRateLimit({ name, perMinute, secret, shared: store.limiter });
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
