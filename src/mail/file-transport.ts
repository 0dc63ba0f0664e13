import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { mailFile } from './mail-folder.ts';
import type { SendMail } from './mail-channel.ts';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/**
 * Where there is no mail server: each mail is a file in this folder that every mail program opens. One name for each delivery, so that a second
 * attempt writes no second mail; and never half a file.
 */
export function fileTransport(folder: string): SendMail {
  return async (mail, key) => {
    const { message } = await composer.sendMail({ disableFileAccess: true, disableUrlAccess: true, ...mail });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${key}.part`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, mailFile(folder, key));
  };
}
