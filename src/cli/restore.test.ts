import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { recording } from '../../test/support/recording.ts';
import { untilBlocked } from '../../test/support/blocked.ts';
import { engines, newDatabaseUrl, queryDatabase, temporaryStore } from '../../test/support/databases.ts';
import { dataWith } from '../../test/support/cli-data.ts';
import { engineOver } from '../../test/support/race-engine.ts';

const person = (name: string) => recording({ inf_field_Email: `${name}@example.com` });

describe.each(engines)('into %s', (engine) => {
  it('restore replaces everything by the copy, and requires --yes if data would be lost', async () => {
    using source = await dataWith([person('a'), { ...person('b'), deliveries: [{ channel: 'mail', kind: 'waitlist' }] }, person('b')]);
    const copy = join(source.folder, 'copy.db');
    await source.organizer(['backup', copy]);
    const rows = (await source.organizer(['submissions', 'list', '--json', '--superseded'])).stdout;

    using data = await dataWith([]);
    const settings = { DATABASE_URL: await newDatabaseUrl(engine, join(data.folder, 'new')), SECRET: 'x'.repeat(32) };
    const restore = (...args: string[]) => data.organizer(['restore', copy, ...args], settings);
    const list = async () => (await data.organizer(['submissions', 'list', '--json', '--superseded'], settings)).stdout;
    const first = await restore();
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(
      /copy\.db: 3 submissions restored into the database .*; 1 message in it will be sent while the site is running\n$/u,
    );
    expect(first.status).toBe(0);
    expect(await list()).toBe(rows);

    const store = await openStore(settings.DATABASE_URL);
    await store.submissions.record(person('sent since'));
    await store.close();
    const second = await restore();
    expect(second.stderr).toMatch(/holds 4 submissions, which would be lost; make a copy of it first .* add --yes\n$/u);
    expect(second.status).toBe(1);
    expect(await list()).toContain('sent since@example.com');
    expect((await restore('--yes')).status).toBe(0);
    expect(await list()).toBe(rows);
  });

  it('restore erases again the people who were erased since the copy was made, and keeps those who signed up again before it', async () => {
    using data = await dataWith([]);
    const settings = { DATABASE_URL: await newDatabaseUrl(engine, join(data.folder, 'new')), SECRET: 'x'.repeat(32) };
    const organizer = (...args: string[]) => data.organizer(args, settings);
    const signUp = async (...names: string[]) => {
      const store = await openStore(settings.DATABASE_URL);
      for (const name of names) await store.submissions.record({ ...person(name), deliveries: [{ channel: 'mail', kind: 'waitlist' }] });
      await store.close();
    };
    const list = async () => (await organizer('submissions', 'list', '--json')).stdout;
    const [before, after] = ['before.db', 'after.db'].map((name) => join(data.folder, name)) as [string, string];
    await signUp('kept', 'erased');
    await organizer('backup', before);
    expect((await organizer('person', 'erase', 'Erased@example.com', '--yes')).status).toBe(0);
    await signUp('erased');
    await organizer('backup', after);

    const { stdout, stderr, status } = await organizer('restore', before, '--yes');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(
      /1 submission restored .*; 1 message in it will be sent .*\n1 person who had been erased since the copy was made: erased again\n$/u,
    );
    expect(await list()).toContain('kept@example.com');
    expect(await list()).not.toContain('erased@example.com');
    expect((await organizer('restore', after, '--yes')).stdout).toMatch(/2 submissions restored .*\n$/u);
    expect(await list()).toContain('erased@example.com');
    expect(JSON.stringify(await queryDatabase(settings.DATABASE_URL, 'SELECT * FROM erasures'))).not.toContain('erased@example.com');
  });
});

it.each(engines)('restore into %s asks before it replaces a submission that is being stored at that moment', async (engine) => {
  using source = await dataWith([person('a')]);
  const copy = join(source.folder, 'copy.db');
  await source.organizer(['backup', copy]);
  await using target = await temporaryStore(engine);
  const site = await engineOver(target.databaseUrl);
  let restored: ReturnType<typeof source.organizer> | undefined;
  await site.engine.transact(async (db) => {
    await sql`INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
      VALUES ('1', 'f', 'workshop', 'F', 'key', 'accepted', '{}', '{}', '', '2026-11-02T00:00:00.000Z')`.execute(db);
    restored = source.organizer(['restore', copy], { DATABASE_URL: target.databaseUrl, SECRET: 'x'.repeat(32) });
    await Promise.race([restored, untilBlocked(target.databaseUrl)]);
  });
  await site.close();
  expect(await restored).toMatchObject({ status: 1, stderr: expect.stringContaining('holds 1 submission, which would be lost') as string });
  expect(await target.query('SELECT id FROM submissions')).toEqual([{ id: '1' }]);
});

it('restore says that the secret of the copied site is missing', async () => {
  using data = await dataWith([person('a')]);
  const copy = join(data.folder, 'copy.db');
  await data.organizer(['backup', copy]);
  const folder = join(data.folder, 'new');
  const restore = () => data.organizer(['restore', copy, '--yes'], { DATA_DIR: folder, DATABASE_URL: '', SECRET: '' });
  expect((await restore()).stdout).toContain(`there was no ${join(folder, 'secret')}: put the one of the site that was copied there`);
  writeFileSync(join(folder, 'secret'), 'x'.repeat(32));
  expect((await restore()).stdout).not.toContain('secret');
});

it('restore refuses the database itself, which would lose what is stored while it is read', async () => {
  using data = await dataWith([person('a')]);
  const [symbolicLink, hardLink] = [join(data.folder, 'symbolic.db'), join(data.folder, 'hard.db')];
  symlinkSync(data.file, symbolicLink);
  linkSync(data.file, hardLink);
  for (const file of [data.file, symbolicLink, hardLink])
    expect(await data.organizer(['restore', file, '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is the site's database itself; name a copy") as string,
    });
});

it('restore refuses a file that is not a copy, and changes nothing', async () => {
  using data = await dataWith([person('a')]);
  const letter = join(data.folder, 'letter.txt');
  writeFileSync(letter, 'Dear');
  for (const more of [[], ['--yes']])
    expect(await data.organizer(['restore', letter, ...more])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /letter\.txt: it is not a backup of this site's database; use a file that "organizer backup" wrote\n$/u,
      ) as string,
    });
  expect(readFileSync(letter, 'utf8')).toBe('Dear');
  expect((await data.organizer(['submissions', 'list'])).stdout).toContain('a@example.com');
  // For a file that is a copy, it asks first.
  const copy = join(data.folder, 'copy.db');
  await data.organizer(['backup', copy]);
  expect((await data.organizer(['restore', copy])).stderr).toMatch(/holds 1 submission, which/u);
  expect((await data.organizer(['restore', data.folder])).stderr).toBe(`${data.folder}: this is a folder; name one of the copies in it\n`);
  for (const more of [[], ['--yes']])
    expect(await data.organizer(['restore', join(data.folder, 'none'), ...more])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/none: this file does not exist/u) as string,
    });
});
