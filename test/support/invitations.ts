import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, post, waitlist } from './forms.ts';
import { linkIn, mailsTo } from './mails.ts';
import { poll } from './poll.ts';
import { withProof } from './proof.ts';
import type { Site } from './site.ts';

/** An entry as `organizer retreat list --json` prints it. */
export interface ListedEntry {
  id: string;
  state: string;
  firstName: string;
  lastName: string;
  email: string;
  brand: string;
  systemSize: string;
  receivedAt: string;
}

/** Returns the JSON that `organizer retreat …` prints. Throws when it was refused. */
async function retreat<Shape>(site: Pick<Site, 'organizer'>, ...args: string[]): Promise<Shape> {
  const { status, stdout, stderr } = await site.organizer('retreat', ...args, '--json');
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return JSON.parse(stdout) as Shape;
}

/** Puts a founder on the waitlist through its form. */
export async function joinWaitlist(site: Omit<Site, 'process' | 'printed' | 'end'>, more: Record<string, string> = {}) {
  const typed = answers(more);
  const email = typed['inf_field_Email'] as string;
  const { status } = await post(site, waitlist.id, await withProof(site, typed));
  if (status !== 303) throw new Error(`the waitlist form returned ${status}`);
  const entry = async () => {
    const found = (await retreat<ListedEntry[]>(site, 'list')).find((each) => each.email === email);
    if (!found) throw new Error(`${email} is not on the waitlist`);
    return found;
  };
  const { id } = await entry();
  return {
    email,
    typed,
    id,
    state: async () => (await entry()).state,
    /** Invites the founder and returns the address of the invitation. */
    invite: async (...options: string[]) => (await retreat<{ url: string }>(site, 'invite', id, '--over-capacity', ...options)).url,
    /** Waits for the email with this subject and returns the link in it. */
    async linkFrom(subject: RegExp, kind: 'invitation' | 'status'): Promise<string> {
      const find = async () => (await mailsTo(site, email)).find((mail) => subject.test(mail.subject ?? ''));
      return linkIn(await poll(`a mail to ${email} about ${subject}`, find), site, kind);
    },
    subjects: async () => (await mailsTo(site, email)).map(({ subject = '' }) => subject),
  };
}

/** Posts an answer as a form without script does. */
export function submit(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers });
}

/** Returns the contents of all files in the data folder, except the emails, which contain their links. */
export function readDataFiles({ dataDir }: Pick<Site, 'dataDir'>): string {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !/\.(?:eml|part)$/u.test(file.name),
  );
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}
