import type { Content } from '../content/content.ts';
import { isEndingDue } from '../content/endings.ts';
import { retreatZone } from '../content/format.ts';
import { dayAfter, dayAt, instantOf } from '../content/zoned-time.ts';
import { emailKey } from '../database/normalize.ts';
import { fullName } from '../forms/person.ts';
import type { OutboxRepository } from '../outbox/repository.ts';
import { formNameInMails } from './form-name.ts';
import { digestTime } from './plan-deliveries.ts';
import type { Submissions } from './repository.ts';
import { founderKey } from './same-founder.ts';

/** The payload of a digest email, stored by the job that enqueues the digest of a day. */
interface DigestPayload extends Record<string, unknown> {
  /** An ISO date: a day in the retreat's time zone. */
  date: string;
  /** Left out if the content asks for one email for each sign-up. */
  founders?: DigestFounder[];
  answers?: DigestAnswer[];
}

/** A founder who sent a form; `corrects`: not for the first time. */
interface DigestFounder {
  id: string;
  name: string;
  brand: string;
  form: string;
  corrects?: true;
}

/** A founder's answer to an invitation; `id` is that of the founder's submission. */
export interface DigestAnswer {
  id: string;
  name: string;
  brand: string;
  /** The slug of the retreat; a digest that an earlier version stored has none. */
  retreat?: string;
  /** For example "accepted a seat". */
  answer: string;
}

/** ISO 8601, UTC; `until` is exclusive. It is stored with the digest of an hour, whose sign-ups are looked up when it is sent. */
export type Period = Record<'since' | 'until', string>;

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

/** Returns the contents of the digest of a day or of an hour. */
export async function readDigest(
  submissions: Pick<Submissions, 'list' | 'listCorrections'>,
  payload: Record<string, unknown>,
  content: Content,
): Promise<DigestPayload> {
  if ('date' in payload) return payload as DigestPayload;
  const hour = payload as Period;
  return { date: dayAt(new Date(hour.since), retreatZone), founders: await listSignUps(submissions, hour, content) };
}

/**
 * Returns the accepted sign-ups between two instants, and corrections of earlier ones, as a digest lists them: each founder once for each
 * form and retreat, with the newest answers of that time. Answers that were superseded after it count, because a digest is made hours later.
 */
async function listSignUps(
  submissions: Pick<Submissions, 'list' | 'listCorrections'>,
  { since, until }: Period,
  content: Pick<Content, 'retreats' | 'workshops'>,
) {
  const founders: DigestFounder[] = [];
  const corrections = await submissions.listCorrections({ since, until });
  const seen = new Set<string>();
  for await (const submission of submissions.list({ state: 'accepted', since, until, superseded: true })) {
    const { id, formId, retreat, person } = submission;
    const key = founderKey({ formId, retreat, emailKey: emailKey(person.email) });
    if (seen.has(key)) continue;
    seen.add(key);
    const corrects = corrections.has(key) && ({ corrects: true } as const);
    founders.push({ id, name: fullName(person), brand: person.brand, form: formNameInMails(submission, content), ...corrects });
  }
  return founders;
}
