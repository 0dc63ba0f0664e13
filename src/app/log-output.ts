import pino from 'pino';

/** The output of the log. */
export interface Output {
  /** Accepts one line with its line break. */
  write: (line: string) => void;
  /** Writes the buffered lines; calls `done` when they are written. */
  flush: (done?: (error?: Error | null) => void) => void;
}

/** The maximum size and age of the buffer. */
const maxCharacters = 65_536;
const maxDelayMs = 1000;

/**
 * Opens standard output and writes many lines at a time, so that a line takes almost no time of a request. This buffer replaces pino's
 * output, which copies its whole buffer for each line.
 */
export function openOutput(): Output {
  let buffered = '';
  const flushBuffer = () => {
    if (buffered) standard.write(buffered);
    buffered = '';
  };
  // Runs before the listeners with which pino's output writes its lines before the process ends.
  for (const end of ['beforeExit', 'exit']) process.on(end, flushBuffer);
  const standard = pino.destination({ dest: 1, sync: false, minLength: 1 });
  setInterval(flushBuffer, maxDelayMs).unref();
  return {
    write: (line) => {
      buffered += line;
      if (buffered.length >= maxCharacters) flushBuffer();
    },
    flush: (done) => {
      flushBuffer();
      standard.flush(done);
    },
  };
}
