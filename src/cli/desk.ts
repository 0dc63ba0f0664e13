import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { readAssets } from '../desk/server/assets.ts';
import { openDesk } from '../desk/server/desk.ts';
import { serveDesk } from '../desk/server/server.ts';
import { readSettings } from '../app/settings.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { Refused } from './refused.ts';

export function addDesk(program: Command): void {
  program
    .command('desk')
    .description('your own page: sign-ups, the retreat, deliveries and questions, on this machine alone')
    .option('--port <number>', 'on this port; a free one, where it is left out', portNumber, 0)
    .option('--no-open', 'print the address, and do not open it in a browser')
    .addHelpText('after', '\nThe address works once, in one browser. Ctrl-C closes the desk.')
    .action(desk);
}

async function desk({ port, open }: { port: number; open: boolean }): Promise<void> {
  const settings = readSettings(process.env);
  const assets = readAssets();
  if (!assets) throw new Refused('The desk is not built yet; run "npm run build"');
  await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const opened = await openDesk(store, loadContent(), settings);
    try {
      const { url, close } = await serveDesk(opened, assets, port);
      console.log(`The desk is open at ${url}\nThe address works once, in one browser. Ctrl-C closes the desk.`);
      if (open) openBrowser(url);
      await stopped;
      await close();
    } catch (error) {
      await opened.live.stop();
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
        throw new Refused(`Port ${port} is taken; choose another one, or leave --port out`, { cause: error });
      throw error;
    }
  });
}

/** Where there is a screen. That no browser comes is no failure: the address is printed. */
function openBrowser(url: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const ways: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
    ...((DISPLAY || WAYLAND_DISPLAY) && { linux: ['xdg-open', url] }),
  };
  const [command, ...args] = ways[process.platform] ?? [];
  if (command)
    spawn(command, args, { detached: true, stdio: 'ignore' })
      .on('error', () => {})
      .unref();
}

function portNumber(text: string): number {
  if (!/^\d{1,5}$/u.test(text) || Number(text) < 1 || Number(text) > 65_535)
    throw new InvalidArgumentError('Write a port from 1 to 65535.');
  return Number(text);
}
