import type { Command } from 'commander';
import { checks } from './checks.ts';
import type { Check } from './checks.ts';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('looks at settings, data folder, store, mail, provider, content and site, and says what to mend')
    .option('--json', 'print an array of {name, state, message}, where state is ok, warn or mend')
    .addHelpText(
      'after',
      '\nIt asks the mail server and the provider whether they would take something, and sends nothing. Ends with 1 when something has to be mended.',
    )
    .action(doctor);
}

async function doctor({ json }: { json?: true }): Promise<void> {
  const found: Check[] = [];
  for await (const check of checks()) {
    found.push(check);
    if (!json) console.log(`${check.state.padEnd(4)}  ${check.name.padEnd(11)}  ${check.message}`);
  }
  if (json) console.log(JSON.stringify(found, null, 2));
  if (found.some(({ state }) => state === 'mend')) process.exitCode = 1;
}
