import type { Content } from '../content/content.ts';
import { findDueReminder } from '../content/due-reminder.ts';
import { startOfWorkshop } from '../content/workshop-schedule.ts';
import { hourMs } from '../durations.ts';
import type { Workshops } from './repository.ts';

/**
 * Enqueues a reminder for everyone who has registered by now, once for each start and each hour in `reminders`. If several are late, as
 * after a stop, only the last one is enqueued; `mails.ts` leaves out one that waits in the outbox when the next is enqueued. Returns
 * whether a workshop's reminders became due, even if nobody has registered.
 */
export async function enqueueReminders(workshops: Pick<Workshops, 'mailRegisteredOnce'>, content: Content, now: Date): Promise<boolean> {
  let isAnyDue = false;
  for (const { slug, form, reminders, cancelled, ...workshop } of content.workshops) {
    const start = startOfWorkshop(workshop);
    const hours = findDueReminder(reminders, hourMs, start, now);
    if (cancelled || hours === undefined) continue;
    const startsAt = start.toISOString();
    const about = { formId: form.id, kind: 'reminder', payload: { startsAt } } as const;
    if (await workshops.mailRegisteredOnce(`reminder ${slug} ${startsAt} ${hours}`, about, now)) isAnyDue = true;
  }
  return isAnyDue;
}
