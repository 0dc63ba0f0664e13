import type { Kysely } from 'kysely';
import type { Content } from '../content/content.ts';
import { retreatZone } from '../content/format.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { isRetreatOver } from '../content/retreat-schedule.ts';
import { endOfWorkshop, startOfWorkshop } from '../content/workshop-schedule.ts';
import { instantOf } from '../content/zoned-time.ts';
import type { Database } from '../database/schema.ts';
import { inParts, valuesForIn } from '../database/list-parameters.ts';
import type { Consent } from '../forms/consent.ts';
import type { Values } from '../forms/definition.ts';
import { personOf } from '../forms/person.ts';
import { Refused } from '../refused.ts';
import { entriesWithAnswers } from '../retreats/repository/entries.ts';
import { workshopText, type Audience } from './audience.ts';

/** A founder of an audience. Without the answers, because an audience can have many thousands of founders. */
export interface Candidate {
  emailKey: string;
  submissionId: string;
  /** Whether the founder is registered for the workshop that the letter announces. */
  isRegistered?: boolean;
}

export type Selection = (db: Kysely<Database>) => Promise<Candidate[]>;

/** Throws Refused if the content has no such retreat or workshop, or if its workshop has no attendance: it is cancelled or not over yet. */
export function assertSelectable(audience: Audience, content: Content, now: Date): void {
  selectionFor(audience, content, now);
}

/** Returns the selection of the founders of an audience, each once. Throws Refused as `assertSelectable`. */
export function selectionOf(audience: Audience, content: Content, now: Date): Selection {
  const select = selectionFor(audience, content, now);
  return async (db) => onePerFounder(await select(db));
}

/** Returns the last of the candidates with the same address. */
const onePerFounder = <Item extends Candidate>(candidates: Item[]): Item[] => [
  ...new Map(candidates.map((candidate) => [candidate.emailKey, candidate])).values(),
];

function selectionFor(audience: Audience, content: Content, now: Date): Selection {
  switch (audience.of) {
    case 'waitlist':
      return onWaitlist(audience, content);
    case 'workshop':
      return registeredFor(audience, content, now);
    case 'next-workshop':
      return waitingForNext(audience, content, now);
  }
}

function onWaitlist({ retreat, state, sizes, since }: Extract<Audience, { of: 'waitlist' }>, { retreats }: Content): Selection {
  const slugs = retreats.map(({ slug }) => slug);
  if (!slugs.includes(retreat)) throw new Refused(`There is no retreat ${retreat}; choose one of ${slugs.join(', ')}`);
  const from = since ? instantOf(since, '00:00', retreatZone).toISOString() : '';
  const isOfSize = (fields: string) => sizes.length === 0 || sizes.includes(personOf(JSON.parse(fields) as Values).systemSize);
  return async (db) => {
    const rows = await foundersOnWaitlists(db)
      .select('submissions.fields')
      .where('entries.retreat', '=', retreat)
      .where('entries.state', '=', state)
      .where('entries.joined_at', '>=', from)
      .execute();
    return rows.filter(({ fields }) => isOfSize(fields)).map(({ emailKey, submissionId }) => ({ emailKey, submissionId }));
  };
}

/** Selects who came to a workshop, or missed it. A founder whose registration was accepted only after its end counts as neither. */
function registeredFor(
  { workshop: slug, attendance }: Extract<Audience, { of: 'workshop' }>,
  { workshops }: Content,
  now: Date,
): Selection {
  const workshop = workshopBySlug(slug, workshops);
  if (workshop.cancelled) throw new Refused(`The ${workshopText(workshop)} is cancelled, so it has no attendance; choose another group.`);
  const end = endOfWorkshop(workshop);
  if (end > now)
    throw new Refused(`The ${workshopText(workshop)} is not over yet; write this letter after its end, when the attendance is known.`);
  return async (db) => {
    const joined = await db
      .selectFrom('attendance')
      .innerJoin('submissions', 'submissions.id', 'attendance.submission_id')
      .select('email_key as emailKey')
      .where('form_id', '=', workshop.form.id)
      .execute();
    const came = emailKeysOf(joined);
    const accepted = await listAcceptances(db, [workshop.form.id]);
    const current = accepted.filter(isCurrent);
    if (attendance === 'came') return current.filter(({ emailKey }) => came.has(emailKey));
    const inTime = emailKeysOf(accepted.filter(({ at }) => at < end.toISOString()));
    return current.filter(({ emailKey }) => inTime.has(emailKey) && !came.has(emailKey));
  };
}

interface Registration extends Candidate {
  workshop: WorkshopContent;
  /** Whether it was accepted only after the end of the workshop. */
  isLate: boolean;
}

/** Selects the alumnae, the founders who agreed to hear about other workshops, and those who were promised news of the next one. */
function waitingForNext(
  { workshop: announced }: Extract<Audience, { of: 'next-workshop' }>,
  { workshops, retreats }: Content,
  now: Date,
): Selection {
  const announcedWorkshop = announced === undefined ? undefined : workshopBySlug(announced, workshops);
  return async (db) => {
    const registrations = await listRegistrations(db, workshops);
    const candidates: Candidate[] = [
      ...(await listAlumnaeOfPast(db, retreats, now)),
      ...(await listAgreedToHearOfOthers(db, registrations)),
      ...latestOfEach(registrations).filter((registration) => isPromisedNext(registration, workshops, now)),
    ];
    const registered = emailKeysOf(registrations.filter(({ workshop }) => workshop === announcedWorkshop));
    return candidates.map(({ emailKey, submissionId }) => ({ emailKey, submissionId, isRegistered: registered.has(emailKey) }));
  };
}

function listAlumnaeOfPast(db: Kysely<Database>, retreats: Content['retreats'], now: Date): Promise<Candidate[]> {
  const over = retreats.filter((retreat) => isRetreatOver(retreat, now)).map(({ slug }) => slug);
  return foundersOnWaitlists(db)
    .innerJoin('alumnae', 'alumnae.entry_id', 'entries.id')
    .where('entries.state', '=', 'accepted')
    .where('entries.retreat', 'in', valuesForIn(over))
    .execute();
}

async function listRegistrations(db: Kysely<Database>, workshops: Content['workshops']): Promise<Registration[]> {
  const workshopOfForm = new Map(workshops.map((workshop) => [workshop.form.id, { workshop, end: endOfWorkshop(workshop).toISOString() }]));
  const accepted = await listAcceptances(db, [...workshopOfForm.keys()]);
  return accepted.filter(isCurrent).map(({ emailKey, submissionId, formId, at }) => {
    const { workshop, end } = workshopOfForm.get(formId)!;
    return { emailKey, submissionId, workshop, isLate: at >= end };
  });
}

/** Returns the founders who registered after the end of a workshop and agreed to hear about others. */
async function listAgreedToHearOfOthers(db: Kysely<Database>, registrations: Registration[]): Promise<Registration[]> {
  const late = registrations.filter(({ isLate }) => isLate);
  const consentsOf = new Map<string, Consent[]>();
  for (const part of inParts(late.map(({ submissionId }) => submissionId)))
    for (const { id, consents } of await db.selectFrom('submissions').select(['id', 'consents']).where('id', 'in', part).execute())
      consentsOf.set(id, JSON.parse(consents) as Consent[]);
  return late.filter(({ submissionId, workshop }) =>
    consentsOf.get(submissionId)?.some(({ wire, given }) => given && wire === workshop.form.eventsOption),
  );
}

/** Returns the registration of each founder for the latest workshop. */
function latestOfEach(registrations: Registration[]): Registration[] {
  const inOrder = [...Map.groupBy(registrations, ({ workshop }) => workshop)].toSorted(
    ([a], [b]) => startOfWorkshop(a).getTime() - startOfWorkshop(b).getTime(),
  );
  return onePerFounder(inOrder.flatMap(([, registered]) => registered));
}

/**
 * Returns whether an email promised a founder news of the next workshop, which has not taken place yet: the workshop was cancelled, or was
 * over, and its form took names for the next one.
 */
function isPromisedNext({ workshop, isLate }: Registration, workshops: Content['workshops'], now: Date): boolean {
  const isPromised = workshop.cancelled || (isLate && workshop.afterwards === 'turn');
  return isPromised && !hasNextTakenPlace(workshop, workshops, now);
}

const hasNextTakenPlace = (workshop: WorkshopContent, workshops: readonly WorkshopContent[], now: Date) =>
  workshops.some((next) => !next.cancelled && startOfWorkshop(next) > startOfWorkshop(workshop) && endOfWorkshop(next) <= now);

function workshopBySlug(slug: string, workshops: Content['workshops']): WorkshopContent {
  const workshop = workshops.find((each) => each.slug === slug);
  if (!workshop) throw new Refused(`There is no workshop ${slug}; choose one of ${workshops.map((each) => each.slug).join(', ')}`);
  return workshop;
}

const emailKeysOf = (founders: { emailKey: string }[]): Set<string> => new Set(founders.map(({ emailKey }) => emailKey));

const foundersOnWaitlists = (db: Kysely<Database>) =>
  entriesWithAnswers(db).select(['submissions.email_key as emailKey', 'submissions.id as submissionId']).orderBy('submissions.number');

/** An accepted registration, and when it was accepted. */
interface Acceptance extends Candidate {
  formId: string;
  supersededBy: string | null;
  /** ISO 8601, UTC. */
  at: string;
}

const isCurrent = ({ supersededBy }: Acceptance): boolean => supersededBy === null;

/**
 * Returns the accepted registrations of these forms in order of arrival, superseded ones included. That of a form without a proof of work
 * was accepted when its address was confirmed, which enqueued the first email about it. Another post may have left its email to a newer
 * one.
 */
async function listAcceptances(db: Kysely<Database>, formIds: string[]): Promise<Acceptance[]> {
  const rows = await db
    .selectFrom('submissions')
    .select([
      'id as submissionId',
      'email_key as emailKey',
      'form_id as formId',
      'superseded_by as supersededBy',
      'received_at as receivedAt',
    ])
    .select(({ selectFrom }) =>
      selectFrom('deliveries')
        .select(({ fn }) => fn.min('created_at').as('at'))
        .whereRef('submission_id', '=', 'submissions.id')
        .where('kind', '=', 'registration')
        .as('mailedAt'),
    )
    .where('form_id', 'in', valuesForIn(formIds))
    .where('state', '=', 'accepted')
    .orderBy('number')
    .execute();
  return rows.map(({ receivedAt, mailedAt, ...registration }) =>
    Object.assign(registration, { at: mailedAt !== null && mailedAt > receivedAt ? mailedAt : receivedAt }),
  );
}
