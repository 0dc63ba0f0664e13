import type { Content } from '../content/content.ts';
import { isEndingDue } from '../content/endings.ts';
import { retreatZone } from '../content/format.ts';
import { dayAfter, dayAt, instantOf } from '../content/zoned-time.ts';
import type { OutboxRepository } from '../outbox/repository.ts';
import { listSignUps, type DigestAnswer, type DigestPayload, type Period } from './mails.ts';
import { digestTime } from './plan-deliveries.ts';
import type { Submissions } from './repository.ts';

/** Digests that were due while no worker was running are sent later, for up to this many days. */
const lookBackDays = 3;

interface Store {
  submissions: Pick<Submissions, 'list' | 'listCorrections'>;
  waitlist: { listAnswers: (period: Period) => Promise<DigestAnswer[]> };
  outbox: Pick<OutboxRepository, 'enqueueOnce' | 'wasEnqueued' | 'listFailing' | 'countDrifted'>;
}

/**
 * Enqueues the digest of each day in the retreat's time zone that is over, if content asks for one email a day. A day without sign-ups and
 * answers gets a digest only if deliveries fail, or delivered data is missing at the provider, or if the last retreat or workshop ends 60,
 * 14 or 0 days later. Returns whether a digest was enqueued.
 */
export async function enqueueDigests(
  store: Store,
  content: Pick<Content, 'site' | 'retreats' | 'workshops'>,
  { organizerEmail }: { organizerEmail: string | undefined },
  now: Date,
): Promise<boolean> {
  const { organizerNotes, organizerAnswers } = content.site;
  if (!organizerEmail || (organizerNotes !== 'daily' && organizerAnswers !== 'daily')) return false;
  let isAnyEnqueued = false;
  for (let ago = lookBackDays; ago > 0; ago -= 1) {
    const day = dayAfter(dayAt(now, retreatZone), -ago);
    if (now >= digestTime(day) && (await enqueueDigest(store, content, { day, now }))) isAnyEnqueued = true;
  }
  return isAnyEnqueued;
}

async function enqueueDigest(
  { submissions, waitlist, outbox }: Store,
  content: Pick<Content, 'site' | 'retreats' | 'workshops'>,
  { day, now }: { day: string; now: Date },
): Promise<boolean> {
  const key = `daily digest ${day}`;
  // This comes first, because the job runs every minute, and a day can have very many sign-ups.
  if (await outbox.wasEnqueued(key)) return false;
  const period: Period = { since: startOf(day), until: startOf(dayAfter(day, 1)) };
  const founders = content.site.organizerNotes === 'daily' ? await listSignUps(submissions, period, content) : undefined;
  const answers = content.site.organizerAnswers === 'daily' ? await waitlist.listAnswers(period) : undefined;
  const isEmpty = !founders?.length && !answers?.length;
  const isNewest = now < digestTime(dayAfter(day, 1));
  const hasNews = !isEmpty || isEndingDue(content, digestTime(day)) || (isNewest && (await hasProblems(outbox, now)));
  if (!hasNews) return false;
  const payload = { date: day, ...(founders && { founders }), ...(answers && { answers }) } satisfies DigestPayload;
  return outbox.enqueueOnce(key, { channel: 'mail', kind: 'organizer-digest', payload }, now);
}

/** Returns whether deliveries fail, or delivered data is missing at the provider. */
const hasProblems = async (outbox: Store['outbox'], now: Date): Promise<boolean> =>
  (await outbox.listFailing(now)).length > 0 || (await outbox.countDrifted()).length > 0;

const startOf = (day: string) => instantOf(day, '00:00', retreatZone).toISOString();
