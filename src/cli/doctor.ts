import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { SettingsError, listSettingsWarnings, type Settings } from '../app/settings.ts';
import type { Content } from '../content/content.ts';
import { checkContent, contentChecks } from '../content/check-content.ts';
import { checkContextOf } from '../content/checks/fields.ts';
import { ContentError, describeProblem } from '../content/content-error.ts';
import { endings } from '../content/endings.ts';
import { pluralize } from '../content/format.ts';
import { contentFolder, loadContent } from '../content/load.ts';
import { paths } from '../paths.ts';
import type { Cli } from './cli.ts';
import { checkMail, checkProvider } from './doctor-connections.ts';
import { checkStore } from './doctor-store.ts';
import { fix, named, ok, warn, type NamedResult, type CheckResult } from './check-result.ts';

export function register(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description(
      'Checks settings, data folder, database, deliveries, retention, mail server, provider, webhook, content and site, and says what to fix.',
    )
    .option('--json', 'print an array of {name, state, message}; state is ok, warn, or fix (must be fixed)')
    .addHelpText(
      'after',
      '\nIt connects to the mail server, the provider and the webhook, and sends nothing.\nExits with 1 when something must be fixed.',
    )
    .action(async ({ json }: { json?: true }) => {
      const results: NamedResult[] = [];
      for await (const result of runChecks(cli)) {
        results.push(result);
        if (!json) cli.say(`${result.state.padEnd(4)}  ${result.name.padEnd(11)}  ${result.message}`);
      }
      if (json) cli.say(JSON.stringify(results, null, 2));
      if (results.some(({ state }) => state === 'fix')) cli.fail();
    });
}

/** Yields the result of every check in order. Checks that need the settings or the content are left out if these cannot be read. */
async function* runChecks(cli: Cli): AsyncGenerator<NamedResult> {
  const settings = errorOr(cli.settings, SettingsError);
  const read = errorOr(loadContent, ContentError);
  const content = read instanceof ContentError ? undefined : read;
  if (content) yield* named('dates', checkDates(content, cli.now()));
  if (settings instanceof SettingsError) {
    yield* named('settings', settings.message.split('\n').map(fix));
    return yield* named('content', checkContentFiles(read, false, cli.now()));
  }
  const isPublic = isPublicAddress(settings.siteUrl);
  yield* named('settings', [ok(`the site is ${settings.siteUrl}, on ${settings.host} port ${settings.port}`)]);
  yield* named('settings', listSettingsWarnings(cli.env).map(warn));
  yield* named('data folder', [checkDataFolder(settings)]);
  yield* checkStore(settings, content, cli);
  yield* named('mail', checkMail(settings, isPublic));
  if (content) yield* named('provider', checkProvider(settings, content, cli.now));
  yield* named('content', checkContentFiles(read, isPublic, cli.now()));
  yield* named('site', [checkSite(settings)]);
}

/** Returns what is read, or the error of this kind that says why it cannot be read. */
function errorOr<Read, Unreadable extends Error>(read: () => Read, kind: new (...args: never[]) => Unreadable): Read | Unreadable {
  try {
    return read();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

function checkDataFolder({ dataDir }: Settings): CheckResult {
  let nearest = dataDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!statSync(nearest).isDirectory()) return fix(`${nearest} is a file; move the file, or set DATA_DIR to a folder`);
  try {
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fix(`${nearest} cannot be written; make the user that runs the site its owner`);
  }
  if (nearest === dataDir) return ok(dataDir);
  return warn(`${dataDir} does not exist yet; it is created when the site starts (npm start)`);
}

function* checkDates(content: Content, now: Date): Generator<CheckResult> {
  const messages = endings(content, now, ({ message }) => message);
  yield* messages.map(warn);
  if (messages.length === 0) yield ok('another retreat and another workshop are coming up');
}

/** Returns whether visitors can reach an address: it is https, and not this machine. */
function isPublicAddress(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' && !/^(?:localhost|127\..*|\[::1\])$/u.test(hostname);
}

function* checkContentFiles(content: Content | ContentError, isPublic: boolean, now: Date): Generator<CheckResult> {
  if (content instanceof ContentError) return yield* content.problems.map(describeProblem).map(fix);
  const context = checkContextOf(contentFolder(), now);
  const findings = checkContent(content, context);
  const errors = findings.filter(({ severity }) => severity === 'always');
  yield* errors.map(describeProblem).map(fix);
  const remaining = findings.length - errors.length;
  // Invitations go out with these dates before anything is public, so they are named here and not only counted.
  const [dates] = contentChecks.stayOutsideSeason(content, context);
  const firstDate = dates ? `, first ${describeProblem(dates)}` : '';
  if (remaining > 0)
    yield warn(
      `${pluralize(remaining, 'thing')} to ${isPublic ? 'fix' : 'do before going public'}${firstDate}; "npm run check:content" lists them`,
    );
  if (findings.length === 0) yield ok('every file can be read, and the files are consistent');
}

/** A site that is not running may be installed correctly, so this is at worst a warning. */
async function checkSite({ siteUrl }: Settings): Promise<CheckResult> {
  const address = siteUrl + paths.ready;
  const response = await fetch(address, { signal: AbortSignal.timeout(3000), redirect: 'manual' }).catch(() => undefined);
  if (!response) return warn(`${address} does not respond; start the site with "npm start", or check SITE_URL`);
  await response.body?.cancel();
  if (response.status === 200) return ok(`${siteUrl} is running and can store submissions`);
  return warn(`${address} responds with ${response.status}; see the log of the site`);
}
