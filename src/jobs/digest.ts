import { digestTime } from '../content/digest-time.ts';
import type { JobParts } from './jobs.ts';

const day = 24 * 60 * 60_000;

/** Writes down the mail with yesterday's sign-ups, once a day, where content asks for one a day. Answers whether there was any. */
export async function digestYesterday({
  store,
  content,
  settings,
  now,
}: Pick<JobParts, 'store' | 'content' | 'settings' | 'now'>): Promise<boolean> {
  if (!settings.organizerEmail || content.site.organizerNotes !== 'daily') return false;
  const until = `${now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const since = new Date(Date.parse(until) - day).toISOString();
  if (now() < digestTime(new Date(since))) return false;
  const founders = [];
  for await (const { id, fields, formName } of store.submissions({ state: 'accepted', since, until }))
    founders.push({
      id,
      name: `${fields['inf_field_FirstName'] ?? ''} ${fields['inf_field_LastName'] ?? ''}`.trim(),
      brand: fields['inf_field_Company'] ?? '',
      form: formName,
    });
  if (founders.length === 0) return false;
  const date = since.slice(0, 10);
  return store.enqueueOnce(`digest ${date}`, { channel: 'mail', kind: 'organizer-digest', payload: { date, founders } }, now());
}
