import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from './mail-channel.ts';

/** Returns the folder for mails where there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** Returns the file of one delivery's mail. */
export const mailFile = (folder: string, key: string) => join(folder, `${key}.eml`);

/**
 * Writes each mail into a file that every mail program opens. The name is the delivery's key, so that a second attempt replaces the first;
 * a file is never half written.
 */
export function fileTransport(folder: string): Transport {
  return {
    async send(mail, key) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail({ disableFileAccess: true, disableUrlAccess: true, ...mail });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${key}.part`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, mailFile(folder, key));
    },
  };
}

/** Removes the files of deliveries that are erased. Throws an error that names the file. */
export async function removeMailFiles(dataDir: string, keys: string[]): Promise<void> {
  for (const key of keys) {
    const file = mailFile(mailFolder(dataDir), key);
    await rm(file, { force: true }).catch((cause: unknown) => {
      throw new Error(`${file} cannot be removed (${(cause as Error).message})`, { cause });
    });
  }
}
