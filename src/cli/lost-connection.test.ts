import { expect, it } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { createDatabase, postgresSettings } from '../../test/support/deployment.ts';
import { answers } from '../../test/support/forms.ts';
import { organizer } from '../../test/support/organizer.ts';
import { queryIn } from '../../test/support/postgres.ts';
import { recording } from '../../test/support/recording.ts';

it('a command whose connection to PostgreSQL is ended says so, and what to do', async () => {
  const databaseUrl = await createDatabase();
  await using store = await openStore(databaseUrl);
  await store.submissions.record(recording(answers({ inf_field_Email: 'ada@example.com' })));
  await queryIn(
    databaseUrl,
    'CREATE FUNCTION end_connection() RETURNS trigger AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$ LANGUAGE plpgsql',
  );
  await queryIn(databaseUrl, 'CREATE TRIGGER ending BEFORE INSERT ON erasures FOR EACH ROW EXECUTE FUNCTION end_connection()');
  const { status, stderr } = await organizer(['person', 'erase', 'ada@example.com', '--yes'], await postgresSettings(databaseUrl));
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^The database \w+ on 127\.0\.0\.1:\d+ ended the connection, as during its restart; try again, .* DATABASE_URL$/mu,
  );
});
