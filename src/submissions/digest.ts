import { digestTime } from '../content/digest-time.ts';
import type { JobParts } from '../app/scheduler.ts';

const day = 24 * 60 * 60_000;

/** So many days are made up for where nobody was there to write their mail at its time. */
const lookBack = 3;

type DigestParts = Pick<JobParts, 'store' | 'content' | 'settings' | 'now'>;

/** Writes down a mail with each day's sign-ups, once it is over, where content asks for one a day. Answers whether there was any. */
export async function digestDays(parts: DigestParts): Promise<boolean> {
  const { content, settings, now } = parts;
  if (!settings.organizerEmail || content.site.organizerNotes !== 'daily') return false;
  const today = Date.parse(now().toISOString().slice(0, 10));
  const written: boolean[] = [];
  for (let ago = lookBack; ago > 0; ago -= 1) {
    const since = new Date(today - ago * day);
    if (now() >= digestTime(since)) written.push(await digestOf(since, parts));
  }
  return written.includes(true);
}

async function digestOf(since: Date, { store, now }: DigestParts): Promise<boolean> {
  const founders = [];
  const until = new Date(since.getTime() + day);
  for await (const { id, fields, formName } of store.submissions.list({
    state: 'accepted',
    since: since.toISOString(),
    until: until.toISOString(),
  }))
    founders.push({
      id,
      name: `${fields['inf_field_FirstName'] ?? ''} ${fields['inf_field_LastName'] ?? ''}`.trim(),
      brand: fields['inf_field_Company'] ?? '',
      form: formName,
    });
  if (founders.length === 0) return false;
  const date = since.toISOString().slice(0, 10);
  return store.outbox.enqueueOnce(`digest ${date}`, { channel: 'mail', kind: 'organizer-digest', payload: { date, founders } }, now());
}
