import { openStore, storeExists, type Store } from '../app/open-store.ts';
import type { Settings } from '../app/settings.ts';
import type { Content } from '../content/content.ts';
import { pluralize } from '../content/format.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { driftText, failureText } from '../outbox/problem-text.ts';
import { clockDoubtText, findClockDoubt } from '../people/clock-check.ts';
import { listMissingAddresses } from '../workshops/missing-address.ts';
import { missingAddressText } from '../workshops/meeting-link-texts.ts';
import type { Cli } from './cli.ts';
import { fix, named, ok, warn, type NamedResult, type CheckResult } from './check-result.ts';

/**
 * Checks whether the database can be written and is intact, what the deliveries in it wait for, whether expired data is erased, and whether
 * the workshops of the next seven days have the address of their call; not the workshops if the content cannot be read.
 */
export async function* checkStore({ databaseUrl }: Settings, content: Content | undefined, cli: Cli): AsyncGenerator<NamedResult> {
  if (!storeExists(databaseUrl))
    return yield* named('store', [warn('there is no database yet; it will be created when the site starts (npm start)')]);
  try {
    await using store = await openStore(databaseUrl);
    yield* named('store', [checkDatabase(store)]);
    yield* named('deliveries', checkDeliveries(store, cli));
    yield* named('retention', [checkRetention(store, cli)]);
    if (content) yield* named('workshops', checkAddresses(store, content, cli));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield* named('store', [fix(error.message)]);
  }
}

async function checkDatabase({ database }: Store): Promise<CheckResult> {
  await database.assertWritable();
  const [damage] = await database.checkIntegrity();
  const { displayName, engine } = database;
  if (damage !== undefined) return fix(`The ${displayName} is damaged (${damage}); replace it with the latest backup (organizer restore)`);
  const integrity = engine === 'sqlite' ? 'nothing in it is damaged' : 'its server checks its integrity';
  return ok(`The ${displayName} can be written, and ${integrity}`);
}

async function* checkDeliveries({ outbox }: Store, { now, localTime }: Cli): AsyncGenerator<CheckResult> {
  const failing = await outbox.listFailing(now());
  for (const failure of failing) yield warn(failureText(failure, localTime));
  const drifted = await outbox.countDrifted();
  const sendAgain = '"organizer deliveries send-again" sends the missing data again';
  if (drifted.length > 0) yield warn(`${driftText(drifted)} ${sendAgain}`);
  const parked = await outbox.count('parked');
  const retry = '"organizer deliveries list --state parked" says why, "organizer deliveries retry --all" retries';
  if (parked > 0) yield warn(`${pluralize(parked, 'delivery is', 'deliveries are')} parked; ${retry}`);
  if (failing.length + drifted.length + parked === 0) yield ok('no delivery has been failing for ten minutes, and none is parked');
}

async function checkRetention({ people }: Store, { now, localTime }: Cli): Promise<CheckResult> {
  const doubt = await findClockDoubt(people, now(), now());
  if (doubt) return fix(`expired data is not erased: ${clockDoubtText(doubt, localTime)}`);
  return ok('the clock agrees with the last known time, so expired data can be erased');
}

/** Yields nothing if no address is missing: most of the time no workshop is near. */
async function* checkAddresses({ workshops }: Store, content: Content, { now }: Cli): AsyncGenerator<CheckResult> {
  for (const workshop of await listMissingAddresses(content.workshops, workshops, now()))
    yield warn(`${missingAddressText(workshop)}; "organizer workshop link ${workshop.slug} ADDRESS" stores it`);
}
