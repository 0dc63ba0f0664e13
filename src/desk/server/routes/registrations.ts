import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Content } from '../../../content/content.ts';
import { formatDay, formatShortTime, localTimeFormatter } from '../../../content/format.ts';
import { dayAt } from '../../../content/zoned-time.ts';
import type { WorkshopContent } from '../../../content/schemas/workshop.ts';
import { formsOf, ownedForms } from '../../../forms/catalog.ts';
import { labeledAnswers } from '../../../forms/fields.ts';
import type { Field, LabeledAnswer } from '../../../forms/definition.ts';
import { campaignLabels, utmNames } from '../../../forms/hidden-fields.ts';
import { fullName } from '../../../forms/person.ts';
import type { Submission } from '../../../forms/submission.ts';
import { houseAnswers } from '../../../retreats/house-facts.ts';
import { readEntryLabels } from '../../../retreats/entry-labels.ts';
import type { Entry } from '../../../retreats/repository/entries.ts';
import { formNameWithSeason, otherSeasonOf } from '../../../submissions/form-name.ts';
import { exportSheet, withByteOrderMark } from '../../../submissions/export-csv.ts';
import { submissionSorts, type SubmissionFilter } from '../../../submissions/queries.ts';
import { readAttendance, workshopWithAttendance } from '../../../workshops/attendance.ts';
import { optionalText, type ById, type DeskContext } from '../context.ts';
import { addIsInFile } from './deliveries.ts';
import { founderCardOf } from './retreat.ts';

export type SubmissionsPage = Awaited<ReturnType<typeof readPage>>;
export type SubmissionRow = SubmissionsPage['rows'][number];
export type SubmissionDetail = NonNullable<Awaited<ReturnType<typeof findDetail>>>;

const filterQuery = z.object({
  search: optionalText,
  form: optionalText,
  state: z.enum(['accepted', 'held', 'quarantined']).optional().catch(undefined),
  size: optionalText,
});

const pageQuery = filterQuery.extend({
  sort: z.enum(submissionSorts).catch('received'),
  descending: z.enum(['true', 'false']).catch('true'),
  offset: z.coerce.number().int().min(0).catch(0),
  limit: z.coerce.number().int().min(1).max(500).catch(100),
});

const filterOf = ({ size, ...filter }: z.output<typeof filterQuery>): SubmissionFilter => ({ ...filter, systemSize: size });

export function registrationRoutes(app: FastifyInstance, context: DeskContext): void {
  app.get('/api/registrations', async ({ query, raw }, reply) => {
    // SQLite runs one query at a time. The page cancels a request when another letter is typed, so a cancelled request is dropped before
    // its query runs.
    await setImmediate();
    return raw.socket.destroyed ? reply.hijack() : readPage(context, pageQuery.parse(query));
  });
  app.get<ById>(
    '/api/registrations/:id',
    async ({ params, organizer }, reply) =>
      (await findDetail(context, params.id, { showsHouse: organizer?.role !== 'reader' })) ?? reply.callNotFound(),
  );
  // The file is the one that `organizer submissions export --format sheet` writes, of the submissions that the table shows.
  app.get('/api/registrations.csv', async (request, reply) => {
    const filter = filterOf(filterQuery.parse(request.query));
    const words = {
      formNameOf: (submission: Submission) => formNameWithSeason(submission, context.content()),
      entryLabelOf: await readEntryLabels(context.waitlist),
      localTime: localTimeFormatter(context.timeZone),
    };
    const lines = exportSheet(context.submissions.list(filter), formsOf(context.content()), words, filter.form);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="sign-ups-${dayAt(context.now(), context.timeZone)}.csv"`)
      .send(Readable.from(withByteOrderMark(lines)));
  });
}

async function readPage({ submissions, content }: DeskContext, { sort, descending, offset, limit, ...filter }: z.output<typeof pageQuery>) {
  const order = { sort, isDescending: descending === 'true', offset, limit };
  const { total, submissions: matches } = await submissions.readPage(filterOf(filter), order);
  const whens = whenByForm(content());
  const rows = matches.map(({ id, receivedAt, formKind, formId, retreat, state, person }) => ({
    id,
    receivedAt,
    formKind,
    /** The season of the waitlist, or the day of what the form is about; empty if its kind says that already. */
    formWhen: otherSeasonOf({ formId, retreat }, content()) ?? whens.get(formId) ?? '',
    state,
    name: fullName(person),
    email: person.email,
    brand: person.brand,
    size: person.systemSize,
  }));
  return { total, offset, rows };
}

/** Returns the season or the day of what a form is about, by its id, for the kinds of which the site has several forms. */
function whenByForm(content: Content): Map<string, string> {
  const kinds = Map.groupBy(ownedForms(content), ({ form }) => form.kind);
  const several = [...kinds.values()].filter(({ length }) => length > 1).flat();
  return new Map(
    several.map(({ form, retreat, workshop }) => [form.id, retreat ? retreat.facts.season : distinctDateOf(workshop, content)]),
  );
}

/** Returns the day of a workshop; its day and time, which are as short, if another one is on that day. */
const distinctDateOf = ({ on, at }: WorkshopContent, { workshops }: Content): string =>
  workshops.filter((other) => other.on === on).length > 1
    ? `${formatDay(on, { month: 'short', day: 'numeric' })}, ${formatShortTime(at)}`
    : formatDay(on, { dateStyle: 'medium' });

/**
 * How many older and how many other sign-ups of a founder are shown. Anybody can send thousands with the founder's address, and reading all
 * of them would hold up the site.
 */
const maxShown = 100;

async function findDetail(context: DeskContext, id: string, { showsHouse }: { showsHouse: boolean }) {
  const { submissions, waitlist, outbox, content } = context;
  const match = await submissions.findWithOlder(id, maxShown + 1);
  if (!match) return undefined;
  const { submission, older } = match;
  const fields = formsOf(content()).flatMap((form) => form.fields);
  const entry = submission.formKind === 'waitlist' ? await waitlist.findBySubmission(id) : undefined;
  const houseFacts = entry && showsHouse ? await waitlist.findHouseFacts(entry.id) : undefined;
  const isAccepted = submission.state === 'accepted';
  // None for a sign-up that is not accepted: anybody can post with the founder's address.
  const others = isAccepted ? await submissions.listOthers(id, maxShown + 1) : [];
  return {
    id,
    name: fullName(submission.person),
    formName: submission.formName,
    state: submission.state,
    isReplaced: submission.supersededBy !== null,
    email: submission.person.email,
    receivedAt: submission.receivedAt,
    answers: answersOf(submission, fields),
    /** What the submission replaced. */
    older: older.slice(0, maxShown).map((earlier) => ({ receivedAt: earlier.receivedAt, answers: answersOf(earlier, fields) })),
    /** The founder's way through the waitlist; null for a submission that is not on it. */
    entry: entry ? await readEntry(context, entry) : null,
    /** The season of its waitlist if its form names another one; null otherwise. */
    otherSeason: otherSeasonOf(submission, content()) ?? null,
    /** Readers do not see it, because it is about health. */
    house: houseFacts ? houseAnswers(houseFacts) : null,
    attendance: isAccepted ? await readAttendanceOf(context, submission) : null,
    deliveries: await addIsInFile(outbox.list({ submissionId: id }), context),
    others: await withEntryStates(context, others.slice(0, maxShown)),
    /** Whether the founder has more sign-ups than are shown. */
    hasMore: Math.max(older.length, others.length) > maxShown,
  };
}

/** Returns what is shown of the other sign-ups of a founder; `entry` is the state of one on a waitlist. */
function withEntryStates({ waitlist }: DeskContext, others: Submission[]) {
  return Promise.all(
    others.map(async ({ id, formKind, formName, state, receivedAt }) => {
      const standing = formKind === 'waitlist' ? await waitlist.findStanding(id) : undefined;
      return { id, formName, state, receivedAt, entry: standing?.state ?? null };
    }),
  );
}

/** Returns a founder's way through the waitlist, and the card that the board has of it. */
async function readEntry(context: DeskContext, entry: Entry) {
  const { waitlist } = context;
  return {
    state: entry.state,
    history: await waitlist.listHistory(entry.id),
    card: founderCardOf(entry, context, await waitlist.listClosedRetreats()),
  };
}

/** Returns whether a founder joined a workshop, and the letter after it that the founder was sent; null for what has no attendance. */
function readAttendanceOf(context: DeskContext, { id, formId }: Submission) {
  const workshop = workshopWithAttendance(context.content().workshops, formId, context.now());
  return workshop ? readAttendance(context, id, workshop.slug) : null;
}

/** Returns what the founder answered, by question, and the campaign. A question that was left empty says nothing. */
const answersOf = ({ fields, utm }: Submission, currentFields: Field[]): LabeledAnswer[] => [
  ...labeledAnswers(fields, currentFields).filter(({ value }) => value.trim() !== ''),
  ...utmNames.flatMap((name) => (utm[name] ? { label: campaignLabels[name], value: utm[name] } : [])),
];
