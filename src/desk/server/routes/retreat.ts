import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formatNumber } from '../../../content/format.ts';
import type { Content } from '../../../content/content.ts';
import { hasRetreatEnded, isClosable, type ClosedRetreats } from '../../../content/retreat-schedule.ts';
import { dayMs } from '../../../durations.ts';
import { placeOfProblem } from '../../../editing/findings.ts';
import { namesIn } from '../../../editing/owner-names.ts';
import { placeName } from '../../../editing/place.ts';
import { bringWire, leaveWithWire } from '../../../forms/fields.ts';
import { fullName } from '../../../forms/person.ts';
import { brandKey } from '../../../retreats/brand.ts';
import { invitationWarnings, isExtendable, retreatSeats } from '../../../retreats/invitation-service.ts';
import { maxFoundersInColumn, maxInvitationDays, maxNoteLength } from '../../../retreats/limits.ts';
import { entryOrders, founderOf, type Entry, type EntryFilter } from '../../../retreats/repository/entries.ts';
import { entryStates, takesSeat } from '../../../retreats/entry-states.ts';
import { actorOf, optionalText, type ById, type DeskContext } from '../context.ts';

export type RetreatBoard = Awaited<ReturnType<typeof readBoard>>;
export type FounderCard = ReturnType<typeof founderCardOf>;

const tooLong = `Write a note of at most ${formatNumber(maxNoteLength)} characters`;

/** How long the founder can answer. */
const days = z
  .int('Enter a whole number of days')
  .min(1, 'Enter at least 1 day')
  .max(maxInvitationDays, `Enter at most ${maxInvitationDays} days`);

const invitation = z.object({
  note: z.string('Write the note as text').trim().max(maxNoteLength, tooLong).default(''),
  days,
  overCapacity: z.boolean().default(false),
});

const extension = z.object({ days });

/** A founder may answer while the organizer is asked to confirm, so the request says which state was shown. */
const revocation = z.object({
  from: z.enum(entryStates, 'Name the state that was shown'),
  reason: z
    .string('Write the reason as text')
    .trim()
    .max(maxNoteLength, `Write a reason of at most ${formatNumber(maxNoteLength)} characters`)
    .default(''),
});

/** A note that was merged from two, or saved by the command, may exceed the limit: it can be shortened, but not extended. */
const memo = z
  .object({
    text: z.string('Write the note as text').trim(),
    /** The note that the organizer saw; without it, the new note replaces any other. */
    before: z.string().optional(),
  })
  .refine(({ text, before = '' }) => text.length <= Math.max(maxNoteLength, before.length), tooLong);

const boardQuery = z.object({
  /** Without it, the retreat on the front page. */
  retreat: z.string().optional(),
  search: optionalText,
  size: optionalText,
  brand: optionalText,
  /** The first instant of a day on the organizer's calendar: ISO 8601, UTC. */
  since: optionalText.pipe(z.iso.datetime().optional()),
  order: optionalText.pipe(z.enum(entryOrders).optional()),
  /** How many founders a column shows, apart from those with a seat or an invitation. */
  limit: z.coerce.number().int().min(1).max(maxFoundersInColumn).default(100),
});

/** The board of the retreat. Changes go through the same functions as the command. */
export function retreatRoutes(app: FastifyInstance, context: DeskContext): void {
  const { waitlist, invitations, now } = context;
  app.get('/api/retreat', ({ query }) => readBoard(context, boardQuery.parse(query)));
  app.post<ById>('/api/entries/:id/invite', ({ params, body, organizer }) => {
    const { days: validFor, ...options } = invitation.parse(body);
    const adviceIfFull = 'Check the box below to invite the founder anyway.';
    // Nothing wakes the worker, which may run in another process: it polls every second.
    return invitations.invite(params.id, { ...options, validForMs: validFor * dayMs, by: actorOf(organizer), adviceIfFull }, now());
  });
  app.post<ById>('/api/entries/:id/extend', ({ params, body, organizer }) =>
    invitations.extend(params.id, { validForMs: extension.parse(body).days * dayMs, by: actorOf(organizer) }, now()),
  );
  app.post<ById>('/api/entries/:id/revoke', async ({ params, body, organizer }) => {
    const { from, reason } = revocation.parse(body);
    return { state: await invitations.revoke(params.id, { expectedState: from, by: actorOf(organizer), reason }, now()) };
  });
  app.post<ById>('/api/entries/:id/memo', async ({ params, body, organizer }) => {
    await waitlist.saveMemo(params.id, memo.parse(body), actorOf(organizer), now());
    return {};
  });
  app.post<ById>('/api/entries/:id/reopen', async ({ params, organizer }) => ({
    state: await waitlist.reopen(params.id, actorOf(organizer), now()),
  }));
  app.post<{ Params: { slug: string } }>('/api/retreats/:slug/close', ({ params, organizer }) =>
    invitations.close(params.slug, actorOf(organizer), now()),
  );
}

/** For thousands of names, `localeCompare` with options would take half a second. */
const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

type BoardQuery = z.output<typeof boardQuery>;

async function readBoard(context: DeskContext, query: BoardQuery) {
  const { waitlist, facts, content, now } = context;
  const slug = query.retreat ?? facts().featuredRetreat;
  const inContent = content().retreats.find((each) => each.slug === slug);
  const spellings = Map.groupBy(await waitlist.listBrands(slug), brandKey);
  const columns = await listColumns(context, slug, query, spellings);
  const closed = await waitlist.listClosedRetreats();
  return {
    counts: await waitlist.countByState(slug),
    cards: columns.flatMap(({ entries }) => entries).map((entry) => founderCardOf(entry, context, closed)),
    /** The ids of the invited founders whose newest email with the invitation is parked. */
    withParkedInvitation: await waitlist.listWithParkedInvitation(slug),
    /** The columns that have more founders than are shown. */
    cut: columns.filter(({ isCut }) => isCut).map(({ state }) => state),
    /** Every brand on the waitlist, by its key, in one of its spellings. */
    brands: [...spellings].map(([key, [name = '']]) => ({ key, name })).toSorted((a, b) => byName.compare(a.name, b.name)),
    /** Why the organizer should check the content before inviting founders. */
    warnings: invitationWarnings(content(), slug, now(), (problem) => placeName(placeOfProblem(problem), namesIn(content()))),
    /** When invitations end at the latest, as an ISO 8601 instant; null if the retreat sets no limit. */
    startsAt: (inContent && retreatSeats(inContent).startsAt)?.toISOString() ?? null,
    isClosable: inContent !== undefined && isClosable(inContent, content().retreats, now()),
    /** When the retreat was closed, as an ISO 8601 instant, and the figures that are kept; null while it is not closed. */
    closure: closed.get(slug) ?? null,
  };
}

/** Returns the founders of each state: all with a seat or an invitation, and as many of the others as match the query and its limit. */
function listColumns({ waitlist }: DeskContext, retreat: string, query: BoardQuery, spellings: Map<string, string[]>) {
  const { search, size, brand, since, order, limit } = query;
  const filter: EntryFilter = {
    search,
    systemSize: size,
    brands: brand ? (spellings.get(brand) ?? []) : undefined,
    since,
    order,
    // One more than is shown, to know whether there are more.
    limit: limit + 1,
  };
  return Promise.all(
    entryStates.map(async (state) => {
      if (takesSeat(state)) return { state, isCut: false, entries: await waitlist.list({ retreat, state }) };
      const entries = await waitlist.list({ retreat, state, ...filter });
      return { state, isCut: entries.length > limit, entries: entries.slice(0, limit) };
    }),
  );
}

export function founderCardOf(entry: Entry, { content, now }: Pick<DeskContext, 'content' | 'now'>, closed: ClosedRetreats) {
  const founder = founderOf(entry);
  const { id, state, brand, systemSize, receivedAt } = founder;
  return {
    id,
    retreat: entry.retreat,
    submissionId: entry.submission.id,
    state,
    name: fullName(founder),
    brand,
    brandKey: brandKey(brand),
    systemSize,
    answers: [bringWire, leaveWithWire].map((wire) => entry.submission.fields[wire]?.trim() ?? '').filter((text) => text !== ''),
    joinedAt: receivedAt,
    atHead: entry.headSince !== null,
    shortNotice: entry.shortNotice,
    /** Whether the founder is waiting again after the answer “not this time”. */
    isPostponed: entry.isPostponed,
    expiresAt: entry.invitation?.expiresAt ?? null,
    /** Whether the invitation can get a later deadline. */
    isExtendable: isExtendable(entry, content(), now()),
    /** Whether the founder can be moved as the board offers in this state. */
    isMovable: isMovable(entry, content(), now(), closed),
    memo: entry.memo,
    movedTo: entry.movedTo,
  };
}

/**
 * Returns whether a founder can be moved: nobody once the retreat is closed. For a retreat that is over there is no use in an invitation, in
 * withdrawing one, or in cancelling a seat; a founder can still return to the waitlist.
 */
function isMovable({ state, retreat: slug }: Entry, { retreats }: Content, now: Date, closed: ClosedRetreats): boolean {
  if (closed.has(slug)) return false;
  const retreat = retreats.find((each) => each.slug === slug);
  // A founder may wait for a retreat that is not announced yet: it has no seats to offer.
  if (!retreat) return state !== 'waiting';
  if (state === 'accepted') return !isClosable(retreat, retreats, now);
  return (state !== 'waiting' && state !== 'invited') || !hasRetreatEnded(retreat, now);
}
