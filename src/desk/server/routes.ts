import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { createRunSheet } from '../../workshops/run-sheet.ts';
import { entryStates } from '../../retreats/state-machine.ts';
import type { DeliveryState } from '../../database/schema.ts';
import type { Desk } from './desk.ts';
import { readJson } from './read-json.ts';
import { registrationDetail, registrationsPart, sendCsv } from './registrations.ts';
import { retreatView } from './retreat-view.ts';
import type { DeliveriesView, Summary } from './shapes.ts';

/** A request that came through every guard. */
export interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  /** What stood in the place of `:id`. */
  id: string;
}

/** Answers what is sent as JSON; undefined where there is none of this id, and null where it has answered itself. */
type Handler = (desk: Desk, asked: Asked) => unknown;

const invitation = z.object({
  note: z.string('Write the note as text').max(2000, 'Write a note of at most 2,000 characters').default(''),
  days: z.int('Write a whole number of days').min(1, 'Write at least one day').max(60, 'Write 60 days at most'),
  overCapacity: z.boolean().default(false),
});

const retried = z.object({ ids: z.array(z.string()).min(1, 'Choose a delivery').optional() });
/** An answer may arrive while the organizer is asked once more: what she saw comes along. */
const revoked = z.object({ from: z.enum(entryStates, 'Say where she stood when you looked') });
const nothing = z.object({});

/** How many deliveries are shown at once, the newest. */
const shown = 300;

/** Everything the page may ask. Whatever changes something goes through the functions of the command. */
export const routes: Record<string, Handler> = {
  'GET /api/house': ({ facts }) => facts,
  'GET /api/summary': async ({ summarize, facts, store }): Promise<Summary> => {
    const depth = await store.outbox.depth();
    const of = (state: DeliveryState) => depth.filter((one) => one.state === state).reduce((sum, { count }) => sum + count, 0);
    return {
      ...summarize(new Date()),
      seats: { capacity: facts.capacity, ...(await store.waitlist.counts()) },
      deliveries: { due: of('due'), parked: of('parked') },
    };
  },
  'GET /api/registrations': (desk, { query }) => registrationsPart(desk, query),
  'GET /api/registrations.csv': async (desk, { query, response }) => {
    await sendCsv(desk, query, response);
    return null;
  },
  'GET /api/registrations/:id': (desk, { id }) => registrationDetail(desk, id),
  'GET /api/retreat': async ({ entries }, { query }) => retreatView(await entries(), query.get('search') ?? ''),
  'POST /api/entries/:id/invite': async ({ store, inviting }, { request, id }) => {
    const { note, days, overCapacity } = await readJson(request, invitation);
    return inviting.invite(store.waitlist, id, { note: note.trim(), validForMs: days * 86_400_000, overCapacity }, new Date());
  },
  'POST /api/entries/:id/revoke': async ({ store, inviting }, { request, id }) => {
    const { from } = await readJson(request, revoked);
    return { state: await store.waitlist.revoke(id, inviting.rules, new Date(), from) };
  },
  'POST /api/entries/:id/reopen': async ({ store }, { request, id }) => {
    await readJson(request, nothing);
    return { state: await store.waitlist.reopen(id, new Date()) };
  },
  'GET /api/deliveries': async ({ store, register }, { query }): Promise<DeliveriesView> => {
    const state = (['due', 'delivered', 'parked'] as const).find((one) => one === query.get('state'));
    const depth = await store.outbox.depth();
    const of = (wanted: DeliveryState) => depth.filter((one) => one.state === wanted).reduce((sum, { count }) => sum + count, 0);
    const rows = await Array.fromAsync(store.outbox.list({ state, limit: shown }));
    const total = rows.length < shown ? rows.length : await store.outbox.count(state);
    return {
      due: of('due'),
      parked: of('parked'),
      total,
      rows: rows.map((row) => Object.assign(row, { name: row.submissionId ? register.nameOf(row.submissionId) : '' })),
    };
  },
  'POST /api/deliveries/retry': async ({ store }, { request }) => {
    const { ids } = await readJson(request, retried);
    return { count: await store.outbox.retry(ids, new Date()) };
  },
  'GET /api/questions': ({ store, content }, { query }) =>
    createRunSheet(store.submissions, content, query.get('workshop') ?? undefined, new Date()),
  'GET /api/events': ({ live }, { response }) => {
    live.follow(response);
    return null;
  },
};
