import type { Command } from 'commander';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { removeMailFiles } from '../mail/file-transport.ts';
import { readSettings } from '../app/settings.ts';
import { counted } from './counted.ts';
import { nothingYet, withStore } from './opened-store.ts';
import { Refused } from './refused.ts';
import { visible, visibleJson } from './visible.ts';

export function addPerson(program: Command): void {
  const person = program.command('person').description('everything that is held on one person');
  person.command('export').description('all of it, as JSON, to hand to her').argument('<email>', 'her address').action(exportPerson);
  person
    .command('erase')
    .description('takes her out of everything: what she sent, what was sent to her, what was still to be sent on')
    .argument('<email>', 'her address')
    .option('--yes', 'without asking first')
    .action(erase);
}

async function exportPerson(email: string): Promise<void> {
  const found = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    return store.people.find(email);
  });
  if (found.submissions.length === 0 && found.suppressions.length === 0) throw new Refused(nobody(email));
  console.log(visibleJson(found));
}

async function erase(email: string, { yes }: { yes?: true }): Promise<void> {
  const { dataDir, webhook } = readSettings(process.env);
  const erased = await withStore(async (store) => {
    if (!store) throw new Refused(nothingYet);
    const { submissions, suppressions } = await store.people.find(email);
    if (submissions.length === 0 && suppressions.length === 0) throw new Refused(nobody(email));
    if (!yes) await ask(`Erase ${counted(submissions.length, 'submission')} of ${visible(email)}, and everything that follows from them?`);
    const note = webhook ? [{ channel: 'webhook', kind: 'person.erased' }] : [];
    const gone = await store.people.erase(email, note, new Date());
    // First of all: what names them is gone, and the rest may take a while, or fail where the disk is full.
    await removeMailFiles(dataDir, gone.deliveries);
    await store.database.purge();
    return gone;
  });
  console.log(
    `${visible(email)}: erased, ${counted(erased.submissions, 'submission')}. Copies made before (backup, exports) still hold her; so does your provider.`,
  );
}

async function ask(question: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Where the input ends without a word, the question is never answered.
  const answer = await Promise.race([terminal.question(`${question} Type yes: `), once(terminal, 'close').then(() => '')]);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused('Nothing was erased');
}

const nobody = (email: string) => `${visible(email)}: nothing is held on this address`;
