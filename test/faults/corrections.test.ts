import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createDatabase, postgresSettings } from '../support/deployment.ts';
import { shownIn } from '../support/forms.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { queryIn, startPostgres } from '../support/postgres.ts';
import { unlimited } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** What a founder corrects on her own page while the store cannot take it: nothing that she typed is lost, and nothing is half saved. */
const leaveWith = 'inf_custom_FounderHouseRetreatLeaveWith';
const words = 'One\ntwo “three” & <four>';

async function waiting(site: Site) {
  const founder = await joinWaitlist(site);
  const address = await founder.linkFrom(/./u, 'status');
  const correct = () => submit(address, { ...founder.typed, [leaveWith]: words, action: 'details', short_notice: 'yes' });
  const stands = async () => {
    const page = await (await fetch(address)).text();
    return [shownIn(page, leaveWith), ticked(page)];
  };
  return { correct, stands };
}

const ticked = (page: string) => /name="short_notice"[^>]*checked|checked[^>]*name="short_notice"/u.test(page);

async function expectKept(answer: Response): Promise<void> {
  const page = await answer.text();
  expect(answer.status).toBe(503);
  expect(page).toContain('could not save this just now');
  expect(page).toContain(`quote ${answer.headers.get('x-request-id')}`);
  expect([shownIn(page, leaveWith), ticked(page)]).toEqual([words, true]);
  expect(page).not.toContain('You are on the waitlist');
}

it('keeps her words while another program holds the database', async () => {
  await using site = await startSite({ env: unlimited });
  const founder = await waiting(site);
  {
    using native = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    native.exec('BEGIN IMMEDIATE');
    await expectKept(await founder.correct());
  }
  expect(await founder.stands()).toEqual(['', false]);
  expect(site.printed()).not.toContain('three');
});

it('keeps her words while the server is stopped', async () => {
  await using server = await startPostgres();
  await using site = await startSite({ env: { ...unlimited, ...(await postgresSettings(await server.database())) } });
  const founder = await waiting(site);
  await server.stop();
  await expectKept(await founder.correct());
  await server.start();
  await expect.poll(async () => (await founder.correct()).status).toBe(200);
  expect(await founder.stands()).toEqual([words, true]);
});

it('saves her answers and her tick together, or neither', async () => {
  const databaseUrl = await createDatabase();
  await using site = await startSite({ env: { ...unlimited, ...(await postgresSettings(databaseUrl)) } });
  const founder = await waiting(site);
  await queryIn(databaseUrl, `CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'full'; END $$ LANGUAGE plpgsql`);
  await queryIn(databaseUrl, 'CREATE TRIGGER refused BEFORE INSERT ON submissions FOR EACH ROW EXECUTE FUNCTION refuse()');
  await expectKept(await founder.correct());
  expect(await founder.stands()).toEqual(['', false]);
  await queryIn(databaseUrl, 'DROP TRIGGER refused ON submissions');
  expect((await founder.correct()).status).toBe(200);
  expect(await founder.stands()).toEqual([words, true]);
});
