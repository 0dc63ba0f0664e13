import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where mails are files, when there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail');

/** The file of one delivery's mail. */
export const mailFile = (folder: string, key: string) => join(folder, `${key}.eml`);

/** Takes away the mails of deliveries that are erased, where they are files. */
export async function removeMails(dataDir: string, keys: string[]): Promise<void> {
  for (const key of keys) await rm(mailFile(mailFolder(dataDir), key), { force: true });
}
