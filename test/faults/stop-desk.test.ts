import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { openStore } from '../../src/app/open-store.ts';
import { untilBlocked } from '../support/blocked.ts';
import { engines, newDatabaseUrl, queryDatabase, temporaryFolder } from '../support/databases.ts';
import type { EngineName } from '../support/databases.ts';
import { postgresSettings } from '../support/deployment.ts';
import { signIn } from '../support/remote-desk.ts';
import { startSite } from '../support/site.ts';

/** Starts the site with the desk at an address of its own, and signs an organizer in. */
async function startSiteWithDesk(engine: EngineName, dataDir: string) {
  const databaseUrl = await newDatabaseUrl(engine, dataDir);
  const store = await openStore(databaseUrl);
  const cookie = await signIn(store.organizers, { name: 'Ada', role: 'organizer', now: new Date() });
  await store.close();
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const site = await startSite({ dataDir, env: { ...(await postgresSettings(databaseUrl)), DESK_ORIGIN: origin, DESK_PORT: port } });
  return {
    site,
    databaseUrl,
    /** Begins a request of the desk's own page. The stop of the site may end it. */
    begin(path: string, method = 'GET', headers: Record<string, string> = {}): ClientRequest {
      const own = { host: `localhost:${port}`, cookie, origin, 'sec-fetch-site': 'same-origin' };
      return request(`http://127.0.0.1:${port}${path}`, { method, headers: { ...own, ...headers } }).on('error', () => {});
    },
    [Symbol.asyncDispose]: async () => site[Symbol.asyncDispose](),
  };
}

async function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response.on('error', () => {});
}

const numbers = {
  sqlite: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i FROM n',
  postgres: 'SELECT i FROM generate_series(1, 50000) i',
};

it.each(engines)(
  'on SIGTERM while a page follows the events of its desk, a slow reader gets 50,000 sign-ups and a picture arrives, the site exits with 0 and has stored no part of the picture (%s)',
  async (engine) => {
    using temporary = temporaryFolder();
    await using desk = await startSiteWithDesk(engine, temporary.folder);
    await queryDatabase(
      desk.databaseUrl,
      `INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
       SELECT i, 'f', 'workshop', 'F', i, 'accepted', '{}', '{}', 'x', '2026-11-02T00:00:00.000Z' FROM (${numbers[engine]}) AS numbers`,
    );
    (await responseTo(desk.begin('/api/events'))).resume();
    const response = await responseTo(desk.begin('/api/registrations.csv'));
    await once(response, 'readable');
    const place = new URLSearchParams({ file: 'retreats/spring-2026/guest-speaker.yaml', pointer: '/portrait' });
    const upload = desk.begin(`/api/pages/picture?${place}`, 'POST', { 'content-type': 'image/jpeg', 'content-length': '1000000' });
    await new Promise((resolve) => upload.write(Buffer.alloc(400_000), resolve));
    (await responseTo(desk.begin('/api/site'))).resume();
    expect(await desk.site.end('SIGTERM')).toBe(0);
    expect(readdirSync(temporary.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))).toEqual([]);
  },
);

/** The connections of the site that wait for no lock, and that of this query. */
const unblocked = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type IS DISTINCT FROM 'Lock' AND application_name = 'founder-house'`;

it('on SIGTERM while the session of a page that begins to follow events is looked up, the site exits with 0', async () => {
  using temporary = temporaryFolder();
  await using desk = await startSiteWithDesk('postgres', temporary.folder);
  const other = new Client(desk.databaseUrl);
  await other.connect();
  await other.query('BEGIN; LOCK TABLE organizer_sessions');
  const following = desk.begin('/api/events');
  const closed = new Promise((resolve) => following.once('close', resolve));
  following.end();
  await untilBlocked(desk.databaseUrl);
  const ended = desk.site.end('SIGTERM');
  await closed;
  // The desk is closed, and so is every connection to the database but that of the look-up.
  await expect.poll(() => queryDatabase(desk.databaseUrl, unblocked)).toEqual([{ count: 0 }]);
  await other.query('ROLLBACK');
  await other.end();
  expect(await ended).toBe(0);
});
