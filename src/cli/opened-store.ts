import { readSettings } from '../app/settings.ts';
import { openStore, storeExists } from '../app/open-store.ts';
import type { Store } from '../app/open-store.ts';

/** Where there is no database yet; a command that only reads does not make one. */
export const nothingYet = 'Nothing has been sent yet: there is no database; it is made when the site starts (npm start)';

/** Does its work with the store of these settings and closes it; with none where nothing was ever stored. Throws SettingsError, StoreUnavailable. */
export async function withStore<Result>(work: (store: Store | undefined) => Promise<Result>): Promise<Result> {
  const { databaseUrl } = readSettings(process.env);
  if (!storeExists(databaseUrl)) return work(undefined);
  const store = await openStore(databaseUrl);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
