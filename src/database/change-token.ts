import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { deletionJob } from './job-runs.ts';

/**
 * The statements whose rows differ when something of a subject changed. They read counts and newest rows, since superseding something and
 * changing a state always adds a newer row. There can be very many accepted submissions and delivered deliveries, and an open desk asks
 * every second. They are not counted: such a row is a new one, or was counted before among the others. A maximum without a count is a
 * statement of its own, so that an index returns it immediately. Values are literals, because SQLite uses no partial index for a parameter.
 */
const statements = {
  submissions: [
    'SELECT max(number) FROM submissions',
    "SELECT state, count(*) FROM submissions WHERE state IN ('held', 'quarantined') GROUP BY state ORDER BY state",
    `SELECT ran_at FROM job_runs WHERE name = '${deletionJob}'`,
  ],
  entries: [
    // By retreat: moving an entry to another one adds no row.
    'SELECT retreat, count(*), sum(short_notice) FROM entries GROUP BY retreat ORDER BY retreat',
    // Their ids grow with time (UUID version 7).
    'SELECT max(id) FROM entry_history',
    'SELECT count(*), max(changed_at) FROM house_facts',
    'SELECT count(*), max(changed_at) FROM entry_memos',
    'SELECT count(*), max(closed_at) FROM closed_retreats',
  ],
  deliveries: [
    `SELECT state, count(*), max(id) AS newest, sum(attempts), max(next_attempt_at) AS next_attempt
     FROM deliveries WHERE state != 'delivered' GROUP BY state ORDER BY state`,
    'SELECT count(*), max(id) FROM deliveries WHERE drift IS NOT NULL',
    'SELECT max(id) FROM deliveries',
    'SELECT min(created_at) FROM deliveries',
  ],
  letters: ['SELECT count(*), max(id) FROM letter_history'],
  attendance: ['SELECT count(*), max(joined_at) FROM attendance'],
  /** The addresses of the workshops’ video calls: one row for each workshop. */
  meetingLinks: ['SELECT workshop, changed_at FROM meeting_links ORDER BY workshop'],
  /** Who may sign in at the desk, and where they are signed in. */
  access: [
    'SELECT count(*), max(created_at) FROM organizers',
    'SELECT count(*), max(created_at) FROM passkeys',
    'SELECT count(*), max(created_at) FROM organizer_invitations',
    'SELECT count(*), max(created_at) FROM organizer_sessions',
    'SELECT max(seen_at) FROM organizer_sessions',
  ],
};

/** An opaque text for each subject, which differs once something of the subject has changed. */
export type ChangeToken = Record<keyof typeof statements, string>;

/** Returns the change token of each subject. */
export function readChangeToken(engine: Engine): Promise<ChangeToken> {
  return engine.read(async (db) => {
    const token = {} as ChangeToken;
    for (const subject of Object.keys(statements) as (keyof ChangeToken)[]) {
      const results = [];
      for (const text of statements[subject]) results.push((await sql.raw(text).execute(db)).rows);
      token[subject] = JSON.stringify(results);
    }
    // Deliveries are deleted with their submission or letter, or as the oldest, which `min(created_at)` shows.
    return { ...token, deliveries: token.deliveries + token.submissions + token.letters };
  });
}
