import { constants, getPriority, setPriority } from 'node:os';
import { run } from './run.ts';

// A reader that has seen enough (`| head`) ends the command silently. Other errors, such as a full disk, are no bug of the command.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`The output is incomplete: it cannot be written (${message})\n`);
  process.exit(1);
});

// On a busy machine the site comes first: a visitor waits for a page, and an export can take longer. Commands that hold the write lock of
// the database for long keep their priority, because a visitor's post would wait for them. A process may only lower its priority.
const { PRIORITY_BELOW_NORMAL } = constants.priority;
const yieldsToSite = ['desk', 'submissions'].includes(process.argv[2] ?? '');
if (yieldsToSite && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);

const { stdin, stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, now: () => new Date() });
