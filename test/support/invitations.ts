import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { answers, post, waitlist } from './forms.ts';
import { linkIn, mailTo, mailsTo } from './mails.ts';
import { withProof } from './proof.ts';
import type { Site } from './site.ts';

/** An entry as `organizer retreat list --json` prints it. */
export interface Listed {
  id: string;
  state: string;
  firstName: string;
  lastName: string;
  email: string;
  brand: string;
  systemSize: string;
  receivedAt: string;
}

/** Runs `organizer retreat …` and reads its JSON. Throws with what it said where it refused. */
export function retreat<Shape>(site: Pick<Site, 'organizer'>, ...args: string[]): Shape {
  const { status, stdout, stderr } = site.organizer('retreat', ...args, '--json');
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return JSON.parse(stdout) as Shape;
}

/** The list as it was last seen: the identifiers in it stay. */
const lists = new WeakMap<Site, Listed[]>();

/** A founder on the waitlist, who came by the form as everyone does. */
export async function joinWaitlist(site: Site, more: Record<string, string> = {}) {
  const typed = answers(more);
  const email = typed['inf_field_Email'] as string;
  const { status } = await post(site, waitlist.id, await withProof(site, typed));
  if (status !== 303) throw new Error(`the waitlist answered ${status}`);
  const seenBefore = () => lists.get(site)?.find((one) => one.email === email);
  const entry = () => {
    lists.set(site, retreat<Listed[]>(site, 'list'));
    const found = seenBefore();
    if (!found) throw new Error(`${email} is not on the waitlist`);
    return found;
  };
  return {
    email,
    typed,
    get id() {
      return (seenBefore() ?? entry()).id;
    },
    state: () => entry().state,
    /** Invites her; answers with the address of her invitation. */
    invite(...options: string[]): string {
      return retreat<{ url: string }>(site, 'invite', this.id, '--over-capacity', ...options).url;
    },
    /** The address in her mail of that subject. */
    async linkFrom(subject: RegExp, kind: 'invitation' | 'status'): Promise<string> {
      for (;;) {
        const mail = (await mailTo(site, email)).find((one) => subject.test(one.subject ?? ''));
        if (mail) return linkIn(mail, site, kind);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    subjects: async () => (await mailsTo(site, email)).map(({ subject = '' }) => subject),
  };
}

/** Posts an answer as a form without script does. */
export function submit(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers });
}

/** Sets the end of an invitation to an instant gone by. The site may be writing at this moment. */
export function expireInvitation({ dataDir }: Pick<Site, 'dataDir'>, token: string, hashOf: (token: string) => string): void {
  using native = new DatabaseSync(join(dataDir, 'founder-house.db'), { timeout: 5000 });
  native.prepare(`UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z' WHERE token_hash = ?`).run(hashOf(token));
}

/** Every byte that the site has written to its data folder, but for the mails, which are letters. */
export function readDataFiles({ dataDir }: Pick<Site, 'dataDir'>): string {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !file.name.endsWith('.eml'),
  );
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}
