import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withStore } from './opened-store.ts';
import { counted } from './counted.ts';
import { Refused } from './refused.ts';

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('a checked copy of everything that was sent; the site may go on running')
    .argument('<file>', 'a new file')
    .action(backup);
}

async function backup(file: string): Promise<void> {
  const { bytes, submissions } = await withStore(async (store) => {
    if (!store) throw new Refused('There is nothing to copy yet: there is no database; it is made when the site starts (npm start)');
    return store.database.backup(resolve(file));
  });
  console.log(`${file}: ${counted(submissions, 'submission')}, ${(bytes / 1e6).toFixed(1)} MB, checked`);
}
