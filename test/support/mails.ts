import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import type { Site } from './site.ts';

/** Where a site writes its mails: in its folder, or in that of whichever instance had the turn. */
interface Writing {
  dataDir: string;
  each?: { dataDir: string }[];
}

/** The mails to an address, once there is one: from the files that a site without a mail server writes. */
export async function mailTo(site: Writing, address: string): Promise<Email[]> {
  await expect.poll(async () => (await mailsTo(site, address)).length, { message: `a mail to ${address}` }).toBeGreaterThan(0);
  return mailsTo(site, address);
}

/** The mails that there are to an address by now. */
export async function mailsTo({ dataDir, each = [{ dataDir }] }: Writing, address: string): Promise<Email[]> {
  const folders = each.map((instance) => join(instance.dataDir, 'mail')).filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const mails = await Promise.all(files.filter((name) => name.endsWith('.eml')).map((file) => PostalMime.parse(readFileSync(file))));
  return mails.filter(({ to }) => to?.some((one) => one.address === address));
}

/** The address of the one link of a kind in a mail, which its text and its HTML share. */
export function linkIn({ text = '', html = '' }: Email, { url }: Pick<Site, 'url'>, kind = 'confirm'): string {
  const link = new RegExp(`https?://[^\\s"<>]+/${kind}/[\\w-]+`, 'u');
  const [inText, inHtml] = [link.exec(text)?.[0], link.exec(html)?.[0]];
  if (!inText || inText !== inHtml || !inText.startsWith(url)) throw new Error(`no one link to ${url}: ${inText}, ${inHtml}`);
  return inText;
}
