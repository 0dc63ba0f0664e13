import { writeSync } from 'node:fs';
import SonicBoom from 'sonic-boom';

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

/** How much waits for an output that is slow or whose disk is full; later lines are lost. */
const maxWaitingCharacters = 64 * maxCharacters;

/**
 * Opens standard output and writes many lines at a time, so that a line takes almost no time of a request. This buffer is in front of
 * SonicBoom, pino's output, which copies its whole buffer for each line. pino.destination() would write the last lines with flushSync(),
 * which waits for a full disk forever.
 */
export function openOutput(): Output {
  let buffered = '';
  const flushBuffer = () => {
    if (buffered) standard.write(buffered);
    buffered = '';
  };
  process.on('beforeExit', flushBuffer);
  const standard = new SonicBoom({ fd: 1, sync: false, minLength: 1, maxLength: maxWaitingCharacters });
  // The disk of the output is full, for instance: the site works without its log, and each later line tries again. Without a listener, the
  // process would end.
  standard.on('error', () => {});
  process.on('exit', () => writeLast(buffered));
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

/** Writes the last lines. It waits for a full pipe for a second, and for nothing else. */
function writeLast(text: string): void {
  let bytes = Buffer.from(text);
  const deadline = performance.now() + maxDelayMs;
  while (bytes.length > 0 && performance.now() < deadline)
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
}
