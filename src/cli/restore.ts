import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readSettings } from '../app/settings.ts';
import { openStore } from '../app/open-store.ts';
import { counted } from './counted.ts';
import { Refused } from './refused.ts';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('puts a copy that "organizer backup" made in the place of everything that is there; the site may go on running')
    .argument('<file>', 'the copy; it is left as it is')
    .option('--yes', 'even where something was sent already, which is lost then')
    .addHelpText('after', '\nWhat was still to be delivered when the copy was made is delivered again.')
    .action(restore);
}

async function restore(file: string, { yes }: { yes?: true }): Promise<void> {
  const store = await openStore(readSettings(process.env).databaseUrl);
  try {
    const counts = await store.submissions.countByState();
    const standing = counts.reduce((sum, { count }) => sum + count, 0);
    if (standing > 0 && !yes)
      throw new Refused(
        `${store.database.place} holds ${counted(standing, 'submission')}, which would be lost; make a copy of it first (organizer backup), and say --yes`,
      );
    const { submissions, due } = await store.database.restore(resolve(file));
    const delivering = due > 0 ? `; ${counted(due, 'message')} of it will be sent when the site runs` : '';
    console.log(`${file}: ${counted(submissions, 'submission')} put back into ${store.database.place.replace(/^T/u, 't')}${delivering}`);
  } finally {
    await store.close();
  }
}
