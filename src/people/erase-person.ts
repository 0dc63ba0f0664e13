import { addressIdOf } from '../database/address-id.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import type { People } from './repository.ts';

interface Store {
  people: Pick<People, 'erase'>;
  database: { purge: () => Promise<string | undefined> };
}

/**
 * Erases a person everywhere: rows, emails that are files, and deleted data that the engine still keeps. The webhook is notified.
 * `notPurged` says what the engine could not overwrite, and what to do. A restore of an earlier copy repeats the erasure, which is recorded by a keyed hash.
 */
export async function erasePerson(
  { people, database }: Store,
  email: string,
  { dataDir, webhook, secret }: { dataDir: string; webhook?: object | undefined; secret: string },
  now: Date,
) {
  const removeMails = (deliveries: string[]) => removeMailFiles(dataDir, deliveries);
  const erased = await people.erase({ email, addressId: addressIdOf(secret, email), webhook, removeMails }, now);
  return { ...erased, notPurged: await database.purge() };
}
