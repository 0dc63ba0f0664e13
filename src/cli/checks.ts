import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Content } from '../content/content.ts';
import { ContentError } from '../content/content-error.ts';
import { contentFolder, loadContent } from '../content/load.ts';
import { checkContent, contentChecks } from '../content/check-content.ts';
import { paths } from '../paths.ts';
import { readSettings, SettingsError } from '../app/settings.ts';
import type { Settings } from '../app/settings.ts';
import { openStore, storeExists } from '../app/open-store.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { mail } from './check-mail.ts';
import { provider } from './check-provider.ts';
import { counted } from './counted.ts';

/** `warn` is worth knowing; `mend` keeps the site from working. */
export interface Check {
  name: 'settings' | 'data folder' | 'store' | 'mail' | 'provider' | 'content' | 'site';
  state: 'ok' | 'warn' | 'mend';
  message: string;
}

/** Everything the doctor looks at, one after the other. What depends on settings or content is left out where they cannot be read. */
export async function* checks(): AsyncGenerator<Check> {
  const settings = readable(() => readSettings(process.env), SettingsError);
  const content = readable(loadContent, ContentError);
  if (settings instanceof SettingsError) {
    for (const message of settings.message.split('\n')) yield { name: 'settings', state: 'mend', message };
  } else {
    yield { name: 'settings', state: 'ok', message: `the site is ${settings.siteUrl}, on ${settings.host} port ${settings.port}` };
    yield dataFolder(settings);
    yield await store(settings);
    yield* mail(settings);
    if (!(content instanceof ContentError)) yield* provider(settings, content);
  }
  yield* contentFindings(content);
  if (!(settings instanceof SettingsError)) yield await site(settings);
}

/** What is read, or the error that says to a person why it cannot be. */
function readable<Read, Unreadable extends Error>(read: () => Read, kind: new (...args: never[]) => Unreadable): Read | Unreadable {
  try {
    return read();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

function dataFolder({ dataDir }: Settings): Check {
  const name = 'data folder';
  const there = nearest(dataDir);
  if (!statSync(there).isDirectory())
    return { name, state: 'mend', message: `${there} is a file; move it away, or set DATA_DIR to a folder` };
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return { name, state: 'mend', message: `${there} cannot be written; give it to the user that runs the site` };
  }
  if (there === dataDir) return { name, state: 'ok', message: dataDir };
  return { name, state: 'warn', message: `${dataDir} is not there yet; it is made when the site starts (npm start)` };
}

/** The folder itself, or where it would be made. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

async function store({ databaseUrl }: Settings): Promise<Check> {
  const name = 'store';
  if (!storeExists(databaseUrl))
    return { name, state: 'warn', message: 'there is no database yet; it is made when the site starts (npm start)' };
  try {
    const opened = await openStore(databaseUrl);
    try {
      await opened.database.assertWritable();
      const [damage] = await opened.database.checkIntegrity();
      const { place, engine } = opened.database;
      if (damage !== undefined)
        return { name, state: 'mend', message: `${place} is damaged (${damage}); put the last backup in its place (organizer restore)` };
      const sound = engine === 'sqlite' ? 'nothing in it is damaged' : 'its server looks after the rest';
      return { name, state: 'ok', message: `${place} can be written, and ${sound}` };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return { name, state: 'mend', message: error.message };
    throw error;
  }
}

function* contentFindings(content: Content | ContentError): Generator<Check> {
  const name = 'content';
  if (content instanceof ContentError) {
    for (const message of content.problems) yield { name, state: 'mend', message };
    return;
  }
  const folder = contentFolder();
  const circumstances = { now: new Date(), fileExists: (src: string) => existsSync(join(folder, src)) };
  const findings = checkContent(content, circumstances);
  const errors = findings.filter(({ severity }) => severity === 'always');
  for (const { file, field, message } of errors) yield { name, state: 'mend', message: `${file}: ${field}: ${message}` };
  const left = findings.length - errors.length;
  // Invitations go out with these days before anything is public, so they are named here and not only counted.
  const [stay] = contentChecks.stayOutsideSeason(content, circumstances);
  const named = stay ? `, first of all ${stay.file}: ${stay.field}: ${stay.message}` : '';
  if (left > 0)
    yield {
      name,
      state: 'warn',
      message: `${counted(left, 'thing')} to do before going public${named}; "npm run check:content" lists them`,
    };
  if (findings.length === 0) yield { name, state: 'ok', message: 'every file can be read, and they agree with one another' };
}

/** Whether the site runs is no fault of its installation: at worst a warning. */
async function site({ siteUrl }: Settings): Promise<Check> {
  const name = 'site';
  const address = siteUrl + paths.ready;
  const answer = await fetch(address, { signal: AbortSignal.timeout(3000), redirect: 'manual' }).catch(() => undefined);
  if (!answer) return { name, state: 'warn', message: `${address} does not answer; start the site with "npm start", or look at SITE_URL` };
  await answer.body?.cancel();
  if (answer.status === 200) return { name, state: 'ok', message: `${siteUrl} is up and can store what is sent` };
  return { name, state: 'warn', message: `${address} answers ${answer.status}; look at the log of the site` };
}
