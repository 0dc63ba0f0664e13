import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { deskOptions, createSiteEditing } from '../app/desk-options.ts';
import { followContent } from '../app/follow-content.ts';
import { loadSecret } from '../app/secret.ts';
import { readAssets } from '../desk/server/assets.ts';
import { serveDesk } from '../desk/server/loopback/server.ts';
import type { Editing } from '../editing/editing.ts';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';
import { lowerPriority } from './lower-priority.ts';
import { registerAccess } from './desk-access.ts';

const howItCloses = 'The address works once, in one browser. Ctrl-C closes the desk.';

export function register(program: Command, cli: Cli): void {
  const command = program
    .command('desk')
    .description('Opens the desk, on this machine only: sign-ups, the retreat, letters, deliveries, and the pages to edit.')
    .addOption(new Option('--port <number>', 'serve it on this port').argParser(parsePort).default(0, 'a free port'))
    .option('--no-open', 'print the address without opening it in a browser')
    .addHelpText('after', `\n${howItCloses}`)
    .action((options: { port: number; open: boolean }) => runDesk(cli, options));
  registerAccess(command, cli);
}

async function runDesk(cli: Cli, { port, open }: { port: number; open: boolean }): Promise<void> {
  const assets = readAssets();
  if (!assets) throw new Refused('The desk is not built yet; run "npm run build"');
  const settings = cli.settings();
  const content = followContent();
  const secret = loadSecret(settings);
  await cli.withStore(async (store) => {
    const editing = createSiteEditing(store, settings.dataDir, cli.now);
    recover(editing, cli);
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const options = deskOptions({ settings, secret, store, content, editing, timeZone: cli.timeZone, now: cli.now });
    const { url, close } = await serveDesk({ ...options, assets, port }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new Refused(`Port ${port} is in use; choose another port, or leave out --port`, { cause: error });
      throw error;
    });
    // Not earlier: on a busy machine, an organizer would wait a minute for the address. The desk is open for hours.
    lowerPriority();
    cli.say(`The desk is open at ${url}\n${howItCloses}`);
    if (open) openBrowser(url, cli.env);
    await stopped;
    await close();
  });
}

/** Completes a publish that was interrupted. If that fails, the desk still opens, and the next publish tries again. */
function recover({ releases }: Editing, cli: Cli): void {
  try {
    releases.recover();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    cli.note(error.message);
  }
}

/** Opens a browser if there is a screen. Without one nothing fails: the address is printed. */
function openBrowser(url: string, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): void {
  const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
    ...((DISPLAY || WAYLAND_DISPLAY) && { linux: ['xdg-open', url] }),
  };
  const [command, ...args] = openers[process.platform] ?? [];
  if (command)
    spawn(command, args, { detached: true, stdio: 'ignore' })
      .on('error', () => {})
      .unref();
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/u.test(text) || Number(text) < 1 || Number(text) > 65_535)
    throw new InvalidArgumentError('Enter a port from 1 to 65535.');
  return Number(text);
}
