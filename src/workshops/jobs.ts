import { startOf } from '../content/schedule.ts';
import type { JobParts } from '../app/scheduler.ts';

const hour = 60 * 60_000;

/**
 * Writes reminders down for everyone who has registered by now, when their hour has come: once for each start and each hour. Where several are late,
 * as after a stop, only the last one goes out. Answers whether there were any.
 */
export async function remind({ store, content, now }: Pick<JobParts, 'store' | 'content' | 'now'>): Promise<boolean> {
  let any = false;
  for (const workshop of content.workshops) {
    const start = startOf(workshop).getTime();
    const left = (start - now().getTime()) / hour;
    const due = workshop.reminders.filter((hours) => hours >= left);
    if (workshop.cancelled || left <= 0 || due.length === 0) continue;
    const hours = Math.min(...due);
    const startsAt = new Date(start).toISOString();
    const about = { formId: workshop.form.id, kind: 'reminder', payload: { startsAt, hours } };
    any = (await store.workshops.announce(`reminder ${workshop.slug} ${startsAt} ${hours}`, about, now())) || any;
  }
  return any;
}
