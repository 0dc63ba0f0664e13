import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { poll } from './poll.ts';
import type { Site } from './site.ts';

/** The folders of a site's emails: its data folder, or those of its instances. */
interface MailFolders {
  dataDir: string;
  each?: { dataDir: string }[];
}

/** Waits for an email to an address; returns its emails, from the files that a site without a mail server writes. */
export async function mailTo(site: MailFolders, address: string): Promise<Email[]> {
  return poll(`a mail to ${address}`, async () => {
    const mails = await mailsTo(site, address);
    return mails.length > 0 ? mails : undefined;
  });
}

/** Returns the current emails to an address. */
export async function mailsTo({ dataDir, each = [{ dataDir }] }: MailFolders, address: string): Promise<Email[]> {
  const folders = each.map((instance) => join(instance.dataDir, 'mail')).filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const mails = await Promise.all(files.filter((name) => name.endsWith('.eml')).map((file) => PostalMime.parse(readFileSync(file))));
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

/** Returns the only link of a kind in an email. Throws unless plain text and HTML have the same one. */
export function linkIn({ text = '', html = '' }: Email, { url }: Pick<Site, 'url'>, kind = 'confirm'): string {
  const link = new RegExp(`https?://[^\\s"<>]+/${kind}/[\\w-]+`, 'u');
  const [inText, inHtml] = [link.exec(text)?.[0], link.exec(html)?.[0]];
  if (!inText || inText !== inHtml || !inText.startsWith(url)) throw new Error(`expected one link to ${url}: ${inText}, ${inHtml}`);
  return inText;
}
