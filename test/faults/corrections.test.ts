import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { beginInSqlite } from '../support/databases.ts';
import { createDatabase, postgresSettings } from '../support/deployment.ts';
import { shownIn } from '../support/forms.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { queryIn, startPostgres } from '../support/postgres.ts';
import { unlimited } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** Corrections on the status page while the database fails: everything typed is shown again, and nothing is partly saved. */
const leaveWith = 'inf_custom_FounderHouseRetreatLeaveWith';
const words = 'One\ntwo “three” & <four>';

async function joinAndGetStatusPage(site: SiteInProcess) {
  const founder = await joinWaitlist(site);
  const address = await founder.linkFrom(/./u, 'status');
  const correct = () => submit(address, { ...founder.typed, [leaveWith]: words, action: 'details', short_notice: 'yes' });
  const stored = async () => {
    const page = await (await fetch(address)).text();
    return [shownIn(page, leaveWith), isTicked(page)];
  };
  const tick = () => submit(address, { action: 'notice', short_notice: 'yes' });
  return { correct, tick, stored };
}

const isTicked = (page: string) => /name="short_notice"[^>]*checked|checked[^>]*name="short_notice"/u.test(page);

async function expectUnsaved(response: Response): Promise<void> {
  const page = await response.text();
  expect(response.status).toBe(503);
  expect(page).toContain('We couldn’t save this just now');
  expect(page).toContain(`mention ${response.headers.get('x-request-id')}`);
  expect([shownIn(page, leaveWith), isTicked(page)]).toEqual([words, true]);
  expect(page).not.toContain('You’re on the waitlist');
}

it('corrections are shown again with 503 while another program locks the database', async () => {
  await using site = await startSiteInProcess(unlimited);
  const founder = await joinAndGetStatusPage(site);
  {
    using native = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    await beginInSqlite(native);
    await expectUnsaved(await founder.correct());
  }
  expect(await founder.stored()).toEqual(['', false]);
  expect(site.printed()).not.toContain('three');
});

it('a checked box for short notice is shown again with 503 and the reason while another program locks the database', async () => {
  await using site = await startSiteInProcess(unlimited);
  const founder = await joinAndGetStatusPage(site);
  {
    using native = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    await beginInSqlite(native);
    const response = await founder.tick();
    const page = await response.text();
    expect([response.status, isTicked(page)]).toEqual([503, true]);
    expect(page).toContain('We couldn’t save this just now');
    expect(page).toContain('<title>Error: Could you come on short notice?');
  }
  expect(await founder.stored()).toEqual(['', false]);
});

it('corrections are shown again with 503 while the PostgreSQL server is stopped', async () => {
  await using server = await startPostgres();
  await using site = await startSiteInProcess({ ...unlimited, ...(await postgresSettings(await server.database())) });
  const founder = await joinAndGetStatusPage(site);
  await server.stop();
  await expectUnsaved(await founder.correct());
  await server.start();
  await expect.poll(async () => (await founder.correct()).status).toBe(200);
  expect(await founder.stored()).toEqual([words, true]);
});

it('details and short notice are saved in one transaction', async () => {
  const databaseUrl = await createDatabase();
  await using site = await startSiteInProcess({ ...unlimited, ...(await postgresSettings(databaseUrl)) });
  const founder = await joinAndGetStatusPage(site);
  await queryIn(databaseUrl, `CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'full'; END $$ LANGUAGE plpgsql`);
  await queryIn(databaseUrl, 'CREATE TRIGGER refused BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION refuse()');
  await expectUnsaved(await founder.correct());
  expect(await founder.stored()).toEqual(['', false]);
  await queryIn(databaseUrl, 'DROP TRIGGER refused ON submissions');
  expect((await founder.correct()).status).toBe(200);
  expect(await founder.stored()).toEqual([words, true]);
});
