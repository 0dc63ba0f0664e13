import { openStore, storeExists, type Store } from '../app/open-store.ts';
import type { Settings } from '../app/settings.ts';
import { pluralize } from '../content/format.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { driftText, failureText } from '../outbox/problem-text.ts';
import { clockDoubtText, findClockDoubt } from '../people/clock-check.ts';
import type { Cli } from './cli.ts';
import type { Check } from './doctor-connections.ts';

/** Checks whether the database can be written and is intact, what the deliveries in it wait for, and whether expired data is erased. */
export async function* checkStore({ databaseUrl }: Settings, cli: Cli): AsyncGenerator<Check> {
  const name = 'store';
  if (!storeExists(databaseUrl))
    return yield { name, state: 'warn', message: 'there is no database yet; it will be created when the site starts (npm start)' };
  try {
    await using store = await openStore(databaseUrl);
    yield await checkDatabase(store);
    yield* checkDeliveries(store, cli);
    yield await checkRetention(store, cli);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield { name, state: 'fix', message: error.message };
  }
}

async function checkDatabase({ database }: Store): Promise<Check> {
  const name = 'store';
  await database.assertWritable();
  const [damage] = await database.checkIntegrity();
  const { displayName, engine } = database;
  if (damage !== undefined)
    return { name, state: 'fix', message: `${displayName} is damaged (${damage}); replace it with the latest backup (organizer restore)` };
  const integrity = engine === 'sqlite' ? 'nothing in it is damaged' : 'its server checks its integrity';
  return { name, state: 'ok', message: `${displayName} can be written, and ${integrity}` };
}

async function* checkDeliveries({ outbox }: Store, { now, localTime }: Cli): AsyncGenerator<Check> {
  const name = 'deliveries';
  const failing = await outbox.listFailing(now());
  for (const failure of failing) yield { name, state: 'warn', message: failureText(failure, localTime) };
  const drifted = await outbox.listDrifted();
  const sendAgain = '"organizer deliveries send-again" sends the missing data again';
  if (drifted.length > 0) yield { name, state: 'warn', message: `${driftText(drifted)} ${sendAgain}` };
  const parked = await outbox.count('parked');
  const retry = '"organizer deliveries list --state parked" says why, "organizer deliveries retry --all" retries';
  if (parked > 0) yield { name, state: 'warn', message: `${pluralize(parked, 'delivery is', 'deliveries are')} parked; ${retry}` };
  if (failing.length + drifted.length + parked === 0)
    yield { name, state: 'ok', message: 'nothing has been failing for ten minutes, and nothing is parked' };
}

async function checkRetention({ people }: Store, { now, localTime }: Cli): Promise<Check> {
  const name = 'retention';
  const doubt = await findClockDoubt(people, now(), now());
  if (doubt) return { name, state: 'fix', message: `expired data is not erased: ${clockDoubtText(doubt, localTime)}` };
  return { name, state: 'ok', message: 'the clock agrees with the last known time, so expired data can be erased' };
}
