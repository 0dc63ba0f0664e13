import pino from 'pino';

/** Where lines of the log go. */
export interface Output {
  /** Takes one line with its end. */
  write: (line: string) => void;
  /** Writes what is held; `done` is called once it is written. */
  flush: (done?: (error?: Error | null) => void) => void;
}

/** How much is buffered at most, and for how long. */
const maxCharacters = 16_384;
const maxDelayMs = 1000;

/**
 * Standard output, written many lines at a time: a line costs a request next to nothing. Lines are held here and not by pino's own output,
 * which copies all that it holds with each line that it is given.
 */
export function openOutput(): Output {
  let held = '';
  const give = () => {
    if (held) standard.write(held);
    held = '';
  };
  // Ahead of the listeners by which pino's output writes what it was given before the process ends.
  for (const end of ['beforeExit', 'exit']) process.on(end, give);
  const standard = pino.destination({ dest: 1, sync: false, minLength: 1 });
  setInterval(give, maxDelayMs).unref();
  return {
    write: (line) => {
      held += line;
      if (held.length >= maxCharacters) give();
    },
    flush: (done) => {
      give();
      standard.flush(done);
    },
  };
}
