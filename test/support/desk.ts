import { deskOptions, createSiteEditing } from '../../src/app/desk-options.ts';
import { openStore } from '../../src/app/open-store.ts';
import { loadSecret } from '../../src/app/secret.ts';
import { readSettings } from '../../src/app/settings.ts';
import { readAssets } from '../../src/desk/server/assets.ts';
import { serveDesk } from '../../src/desk/server/loopback/server.ts';
import type { SubmissionToStore } from '../../src/submissions/repository.ts';
import { startChild } from './child.ts';
import { settingsFor } from './deployment.ts';
import { cleanEnv, root } from './environment.ts';
import { answers, content, waitlist, workshop } from './forms.ts';
import { recording } from './recording.ts';
import type { RecordingOptions } from './recording.ts';

export const openStoreOf = async (dataDir: string) =>
  openStore((await settingsFor(dataDir))['DATABASE_URL'] ?? `file:${dataDir}/founder-house.db`);

const now = () => new Date();

/** Starts the desk on a data folder in this process, which takes a tenth of the time of the command. */
export async function startDeskInProcess(dataDir: string) {
  const assets = readAssets();
  if (!assets) throw new Error('the desk is not built; run "npm run build"');
  const settings = readSettings(await settingsFor(dataDir));
  const store = await openStoreOf(dataDir);
  const { url, close } = await serveDesk({
    ...deskOptions({
      settings,
      secret: loadSecret(settings),
      store,
      content: () => content,
      editing: createSiteEditing(store, dataDir, now),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      now,
    }),
    assets,
    port: 0,
  });
  return {
    /** The address with the key. */
    address: url,
    origin: new URL(url).origin,
    [Symbol.asyncDispose]: async () => {
      await close();
      await store.close();
    },
  };
}

/** Opens the desk by the address with the key. Returns the response, and what the desk's page sends with each request afterwards. */
export async function openSession(address: string) {
  const response = await fetch(address, { redirect: 'manual' });
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
  const [, token] = response.headers.get('location')?.split('#page-token=') ?? [];
  return { response, session: { cookie, authorization: `Bearer ${token}` } };
}

const deskAddress = /http:\S+/u;

/** Starts the desk with the organizer's command of this product or of a copy in another folder, on a data folder. */
export async function startDesk(dataDir: string, { flags = [], folder = root }: { flags?: string[]; folder?: string } = {}) {
  const env = cleanEnv(await settingsFor(dataDir));
  const { child, printed, end } = await startChild(`${folder}/bin/organizer`, ['desk', '--no-open', ...flags], deskAddress, { env });
  const [address] = deskAddress.exec(printed()) as [string];
  return {
    /** The address with the key. */
    address,
    origin: new URL(address).origin,
    pid: child.pid!,
    printed,
    end,
    [Symbol.asyncDispose]: async () => {
      await end();
    },
  };
}

interface RegistrationOptions extends Pick<RecordingOptions, 'state' | 'deliveries'> {
  form?: 'waitlist' | 'workshop';
  daysAgo?: number;
  more?: Record<string, string>;
}

/** Returns a registration as the site records it. */
export function registration({ form = 'waitlist', daysAgo = 0, more = {}, ...options }: RegistrationOptions): SubmissionToStore {
  const receivedAt = new Date(Date.now() - daysAgo * 86_400_000);
  return recording(answers(more), { ...options, form: form === 'waitlist' ? waitlist : workshop, receivedAt });
}

/** Stores them in a data folder, one after the other; returns their ids. */
export async function storeAll(dataDir: string, recordings: SubmissionToStore[]): Promise<string[]> {
  const store = await openStoreOf(dataDir);
  const ids: string[] = [];
  for (const recorded of recordings) ids.push((await store.submissions.record(recorded)).id);
  await store.close();
  return ids;
}

/** The answers of one founder, distinguished by what a test looks at. */
export const answersOf = (name: string, brand: string, systemSize = '11-25 Units', more: Record<string, string> = {}) => ({
  inf_field_FirstName: name.split(' ')[0] as string,
  inf_field_LastName: name.split(' ').slice(1).join(' '),
  inf_field_Company: brand,
  inf_custom_SystemSize: systemSize,
  ...more,
});
