import { rowsPerFetch, type Engine } from '../database/engine.ts';
import type { EntryState } from '../database/schema.ts';

/** How often a page was seen on a day. */
export interface ViewCount {
  /** ISO date, UTC. */
  day: string;
  /** `workshop:{slug}`, `retreat:{slug}` or `replay:{slug}`. */
  page: string;
  /** `utm_campaign`; empty without one. */
  campaign: string;
  isRobot: boolean;
  count: number;
}

/** Views of further campaigns of a day count as views without one: anybody can invent campaigns, and each creates a row. */
const maxCampaignsPerDay = 200;

/** The data about the sender of a form that the funnel needs. */
export interface Sender {
  emailKey: string;
  isAccepted: boolean;
  /** JSON: the campaign parameters. */
  utm: string;
  receivedAt: string;
  joined: boolean;
}

export interface FunnelEntry {
  emailKey: string;
  state: EntryState;
  joinedAt: string;
  invited: boolean;
}

export type FunnelRepository = ReturnType<typeof createFunnelRepository>;

/** Returns the repository of the funnel. Its methods throw StoreUnavailable when the engine fails. */
export function createFunnelRepository(engine: Engine) {
  return {
    /** Adds views to the stored counts. */
    addViews(views: readonly ViewCount[]): Promise<void> {
      return engine.transact(async (db) => {
        const days = [...new Set(views.map(({ day }) => day))];
        const stored = await db.selectFrom('page_views').select(['day', 'campaign']).distinct().where('day', 'in', days).execute();
        const campaignsByDay = new Map(days.map((day) => [day, new Set<string>()]));
        for (const { day, campaign } of stored) campaignsByDay.get(day)?.add(campaign);
        for (const { isRobot, ...view } of views) {
          const campaigns = campaignsByDay.get(view.day) as Set<string>;
          const campaign = campaigns.has(view.campaign) || campaigns.size < maxCampaignsPerDay ? view.campaign : '';
          campaigns.add(campaign);
          await db
            .insertInto('page_views')
            .values({ ...view, campaign, robot: isRobot ? 1 : 0 })
            .onConflict((conflict) =>
              conflict
                .columns(['day', 'page', 'campaign', 'robot'])
                .doUpdateSet((expression) => ({ count: expression('page_views.count', '+', view.count) })),
            )
            .execute();
        }
      });
    },

    /** Returns how often pages were seen, by page and campaign, with robots separately. */
    async listViews(): Promise<Omit<ViewCount, 'day'>[]> {
      const rows = await engine.read((db) =>
        db
          .selectFrom('page_views')
          .select(({ fn }) => ['page', 'campaign', 'robot', fn.sum('count').as('count')])
          .groupBy(['page', 'campaign', 'robot'])
          .execute(),
      );
      return rows.map(({ page, campaign, robot, count }) => ({ page, campaign, isRobot: robot === 1, count: Number(count) }));
    },

    /** Yields the submissions of one form or of all, the oldest first, without those that are possible spam. */
    async *listSenders(formId?: string): AsyncGenerator<Sender> {
      const rows = engine.stream((db) => {
        const query = db
          .selectFrom('submissions')
          .leftJoin('attendance', 'attendance.submission_id', 'submissions.id')
          .select(['email_key', 'state', 'utm', 'received_at', 'attendance.joined_at'])
          .where('state', '!=', 'quarantined')
          .orderBy('number');
        return (formId === undefined ? query : query.where('form_id', '=', formId)).stream(rowsPerFetch);
      });
      for await (const { email_key, state, utm, received_at, joined_at } of rows) {
        yield { emailKey: email_key, isAccepted: state === 'accepted', utm, receivedAt: received_at, joined: joined_at !== null };
      }
    },

    /** Returns every entry on a waitlist, and whether it ever had an invitation. */
    async listEntries(): Promise<FunnelEntry[]> {
      const rows = await engine.read((db) =>
        db
          .selectFrom('entries')
          .select(['email_key as emailKey', 'state', 'joined_at as joinedAt'])
          .select(({ exists, selectFrom }) =>
            exists(selectFrom('invitations').select('invitations.id').whereRef('invitations.entry_id', '=', 'entries.id')).as('invited'),
          )
          .execute(),
      );
      return rows.map((row) => Object.assign(row, { invited: Boolean(row.invited) }));
    },
  };
}
