import { writeSync } from 'node:fs';
import SonicBoom from 'sonic-boom';

/** The output of the log. */
export interface Output {
  /** Accepts one line with its line break. */
  write: (line: string) => void;
  /** Writes the buffered lines; calls `done` when they are written. */
  flush: (done?: (error?: Error | null) => void) => void;
}

/** The size of the buffer at which it is written, and its maximum age. */
const maxCharacters = 65_536;
const maxDelayMs = 1000;

/** How long the last lines wait before another attempt to write to a full pipe. */
const retryDelayMs = 10;

/** How much is buffered for an output that is slow or whose disk is full; later lines are lost. */
const maxWaitingCharacters = 64 * maxCharacters;

/**
 * Opens standard output and writes many lines at a time, so that logging a line adds almost nothing to a request. This buffer is in front
 * of SonicBoom, pino's output, which copies its whole buffer for each line. pino.destination() would write the last lines with flushSync(),
 * which waits for a full disk forever.
 */
export function openOutput(): Output {
  let buffered = '';
  /** While a buffer is being written, the next one fills: at the end of the process, `writeLast` can write only what is here. */
  let isWriting = false;
  const standard = new SonicBoom({ fd: 1, sync: false, minLength: 1 });
  const flushBuffer = () => {
    if (isWriting || !buffered) return;
    isWriting = true;
    standard.write(buffered);
    buffered = '';
  };
  const flushLongBuffer = () => {
    if (buffered.length >= maxCharacters) flushBuffer();
  };
  standard.on('drain', () => {
    isWriting = false;
    flushLongBuffer();
  });
  // For example, the disk of the output is full: the site goes on without its log, and tries again. Without a listener, the process would
  // end.
  standard.on('error', () => {});
  process.on('beforeExit', flushBuffer);
  process.on('exit', () => writeLast(buffered));
  setInterval(() => {
    // What could not be written is tried again.
    if (isWriting) standard.flush();
    flushBuffer();
  }, maxDelayMs).unref();
  const flush: Output['flush'] = (done) => {
    if (isWriting && buffered) return void standard.once('drain', () => flush(done));
    flushBuffer();
    standard.flush(done);
  };
  return {
    write: (line) => {
      if (buffered.length >= maxWaitingCharacters) return;
      buffered += line;
      flushLongBuffer();
    },
    flush,
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
      // At the end of the process nothing asynchronous runs anymore; without a pause, the attempts would be a busy loop.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelayMs);
    }
}
