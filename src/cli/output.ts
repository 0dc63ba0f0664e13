import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from './refused.ts';

/** How much text is handed on at once: a write for each line would cost more than making it. */
const chunk = 65_536;

/** Lines, as much of them at once as is worth a write. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < chunk) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Prints lines as fast as they are read. */
export async function print(lines: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(inChunks(lines)), process.stdout, { end: false });
}

/**
 * Writes lines into a file that only this user may read, since it is about people. Throws Refused when there is one already, unless it is to be
 * replaced, and when the file cannot be written; then no half of it is left.
 */
export async function writeTo(file: string, lines: AsyncIterable<string>, replace: boolean): Promise<void> {
  const out = createWriteStream(file, { flags: replace ? 'w' : 'wx', mode: 0o600 });
  let opened = false;
  out.once('open', () => (opened = true));
  try {
    await pipeline(Readable.from(inChunks(lines)), out);
  } catch (error) {
    if (opened) await rm(file, { force: true });
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Refused(`${file}: there is a file already; choose another name, or replace it with --force`, { cause: error });
    if (syscall) throw new Refused(`${file}: it cannot be written (${message})`, { cause: error });
    throw error;
  }
}
