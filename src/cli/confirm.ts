import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Refused } from '../refused.ts';
import type { Cli } from './cli.ts';

/** Asks a question that must be answered with yes. Throws Refused with the words of `otherwise`. */
export async function confirm({ stdin, stderr }: Cli, question: string, otherwise: string): Promise<void> {
  const terminal = createInterface({ input: stdin, output: stderr });
  // If the input ends without a line, readline never answers the question.
  const answer = await Promise.race([terminal.question(`${question} Type yes: `), once(terminal, 'close').then(() => '')]);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Refused(otherwise);
}

/** What the option `--yes` says: the organizer has confirmed already. */
interface ConfirmOptions {
  yes?: true;
}

/** Asks on a terminal whether to do what the question says. It does not ask in a script. Throws Refused. */
export async function confirmOnTerminal(cli: Cli, question: string, { yes }: ConfirmOptions): Promise<void> {
  if (cli.stdin.isTTY && !yes) await confirm(cli, question, 'Nothing was changed');
}

/**
 * Prints why something should perhaps not be sent, and asks on a terminal whether to send it. It does not ask in a script. Throws Refused.
 */
export async function confirmSending(cli: Cli, warnings: string[], { yes }: ConfirmOptions): Promise<void> {
  for (const warning of warnings) cli.note(`Warning: ${warning}`);
  if (warnings.length > 0 && cli.stdin.isTTY && !yes) await confirm(cli, 'Send it anyway?', 'Nothing was sent');
}
