import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailable } from '../database/unavailable.ts';
import { NotNeeded } from '../outbox/channel.ts';
import type { OutboxRepository } from '../outbox/repository.ts';
import { Refused } from '../refused.ts';
import type { Transport } from './mail-channel.ts';

/** Returns the folder for emails where there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Returns the file of one delivery's email. */
export const mailFile = (folder: string, id: string) => join(folder, `${id}.eml`);

/**
 * Returns the ids of the deliveries whose email was written to a file and reached nobody. The database does not distinguish them from
 * emails that a server accepted. Throws StoreUnavailable if the folder is there and cannot be read.
 */
export async function listMailsInFiles(dataDir: string): Promise<Set<string>> {
  const names = await readdir(mailFolder(dataDir)).catch((cause: NodeJS.ErrnoException): string[] => {
    if (cause.code === 'ENOENT') return [];
    throw new StoreUnavailable(`${mailFolder(dataDir)} cannot be read (${cause.message}); give the user that runs the site read access`, {
      cause,
    });
  });
  return new Set(names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length)));
}

/** The file while it is written; a kill can leave it. */
const partialFile = (folder: string, id: string) => join(folder, `.${id}.part`);

/**
 * Writes each email into a file that every mail program opens. The name is the delivery's id, so that a second attempt replaces the first;
 * a file is never half written. Nothing is written for a delivery that was erased since it was leased.
 */
export function fileTransport(folder: string, outbox: Pick<OutboxRepository, 'runIfStored'>): Transport {
  return {
    async send(mail, id) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail({ disableFileAccess: true, disableUrlAccess: true, ...mail });
      if (!(await outbox.runIfStored(id, () => write(folder, id, message as Buffer)))) throw new NotNeeded('the delivery was erased');
    },
  };
}

async function write(folder: string, id: string, message: Buffer): Promise<void> {
  const file = mailFile(folder, id);
  const partial = partialFile(folder, id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(partial, message, { mode: 0o600 });
    await rename(partial, file);
  } catch (cause) {
    // Otherwise the database would count as unavailable.
    throw new Refused(`${file} cannot be written (${(cause as Error).message})`, { cause });
  }
}

/** Removes the files of deliveries that are erased. Throws an error that names the file. */
export async function removeMailFiles(dataDir: string, ids: string[]): Promise<void> {
  const folder = mailFolder(dataDir);
  for (const file of ids.flatMap((id) => [mailFile(folder, id), partialFile(folder, id)])) {
    await rm(file, { force: true }).catch((cause: unknown) => {
      throw new Error(`${file} cannot be removed (${(cause as Error).message})`, { cause });
    });
  }
}
