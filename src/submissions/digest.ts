import type { Content } from '../content/content.ts';
import { isEndingDue } from '../content/endings.ts';
import { dayMs } from '../durations.ts';
import type { OutboxRepository } from '../outbox/repository.ts';
import { signUpsBetween } from './mails.ts';
import type { DigestAnswer, DigestPayload, Period } from './mails.ts';
import { digestTime } from './plan-deliveries.ts';
import type { Submissions } from './repository.ts';

/** Digests that were due while no worker was running are sent later, for up to this many days. */
const lookBackDays = 3;

interface Store {
  submissions: Pick<Submissions, 'list' | 'corrections'>;
  waitlist: { answers: (period: Period) => Promise<DigestAnswer[]> };
  outbox: Pick<OutboxRepository, 'enqueueOnce' | 'failing' | 'drifted'>;
}

/**
 * Enqueues the digest of each day that is over, if content asks for one mail a day. A day without sign-ups and answers gets a digest only
 * if deliveries fail, or delivered data is missing at the provider, or if the last retreat or workshop ends 60, 14 or 0 days later. Returns
 * whether a digest was enqueued.
 */
export async function enqueueDigests(
  store: Store,
  content: Pick<Content, 'site' | 'retreats' | 'workshops'>,
  { organizerEmail }: { organizerEmail: string | undefined },
  now: Date,
): Promise<boolean> {
  const { organizerNotes, organizerAnswers } = content.site;
  if (!organizerEmail || (organizerNotes !== 'daily' && organizerAnswers !== 'daily')) return false;
  let any = false;
  for (let ago = lookBackDays; ago > 0; ago -= 1) {
    const day = new Date(Math.floor(now.getTime() / dayMs - ago) * dayMs);
    if (now >= digestTime(day)) any = (await enqueueDigest(store, content, day, now)) || any;
  }
  return any;
}

async function enqueueDigest(
  { submissions, waitlist, outbox }: Store,
  content: Pick<Content, 'site' | 'retreats' | 'workshops'>,
  day: Date,
  now: Date,
): Promise<boolean> {
  const period = { since: day.toISOString(), until: new Date(day.getTime() + dayMs).toISOString() };
  const founders = content.site.organizerNotes === 'daily' ? await signUpsBetween(submissions, period, content) : undefined;
  const answers = content.site.organizerAnswers === 'daily' ? await waitlist.answers(period) : undefined;
  const isNewest = now.getTime() - digestTime(day).getTime() < dayMs;
  const isFailing = isNewest && (await outbox.failing(now)).length + (await outbox.drifted()).length > 0;
  const isEmpty = (founders ?? []).length + (answers ?? []).length === 0;
  if (isEmpty && !isFailing && !isEndingDue(content, digestTime(day))) return false;
  const payload = { date: period.since.slice(0, 10), ...(founders && { founders }), ...(answers && { answers }) } satisfies DigestPayload;
  return outbox.enqueueOnce(`digest ${payload.date}`, { channel: 'mail', kind: 'organizer-digest', payload }, now);
}
