import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dayMs } from '../durations.ts';

/** An entry that no build has used for this long is removed. */
const keptDays = 30;

const digestBytes = 32;

export type BuildCache = ReturnType<typeof openBuildCache>;

/** Opens a cache of the results of builds in a folder. The key of a result is the digest of the bytes that it was made from. */
export function openBuildCache(folder: string) {
  const inThisBuild = new Map<string, Promise<Buffer | undefined>>();
  return {
    /**
     * Returns the result of `make` for these bytes, or that of an earlier build. `kind` names the result, and the version of the code that
     * makes it. A file that a crash has damaged is made again. Undefined is not cached.
     */
    get<Made extends Buffer | undefined>(bytes: Buffer, kind: string, make: () => Promise<Made>): Promise<Made> {
      const path = join(folder, `${hash('sha256', bytes)}.${kind}`);
      const result = inThisBuild.get(path) ?? readOrMake(path, make);
      inThisBuild.set(path, result);
      return result as Promise<Made>;
    },

    async removeOld(): Promise<void> {
      const oldest = Date.now() - keptDays * dayMs;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        if ((await stat(path)).mtimeMs < oldest) await rm(path, { force: true });
      }
    },
  };
}

async function readOrMake(path: string, make: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  const cached = await read(path);
  if (cached) return cached;
  const result = await make();
  // If the folder cannot be written, only the next build is slower.
  if (result) await write(path, result).catch(() => undefined);
  return result;
}

async function read(path: string): Promise<Buffer | undefined> {
  const file = await readFile(path).catch(() => undefined);
  const bytes = file?.subarray(digestBytes);
  if (!bytes || !digestOf(bytes).equals(file!.subarray(0, digestBytes))) return undefined;
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
  return bytes;
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, Buffer.concat([digestOf(bytes), bytes]));
  await rename(temporary, path);
}

const digestOf = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');
