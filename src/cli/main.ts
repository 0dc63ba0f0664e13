import { lowerPriority } from './lower-priority.ts';
import { run } from './run.ts';

// A reader that has seen enough (`| head`) ends the command silently. Other errors, such as a full disk, are not bugs of the command.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  process.stderr.write(`The output is incomplete: it cannot be written (${message})\n`);
  process.exit(1);
});

// On a busy machine the site comes first: an export can take longer. The desk follows once it is open (desk.ts). Commands that hold the
// write lock of the database for long keep their priority, because a visitor's post would wait for them.
if (process.argv[2] === 'submissions') lowerPriority();

const { stdin, stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, now: () => new Date() });
