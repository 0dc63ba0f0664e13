import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../test/support/deployment.ts';
import { queryIn } from '../../test/support/postgres.ts';
import { engines, newDatabaseUrl, temporaryFolder } from '../../test/support/databases.ts';
import { capacity, prepareRace, rightRound } from '../../test/support/race.ts';

/** A few rounds of each in the gate; `npm run bench:seats` runs a hundred, and prints how many there are in a second. */
const rounds = 4;

const arrangements = [
  { name: 'SQLite, one instance', engine: 'sqlite', instances: 1 },
  { name: 'SQLite, two processes over one file', engine: 'sqlite', instances: 2 },
  { name: 'PostgreSQL, two instances', engine: 'postgres', instances: 2 },
] as const;

describe('200 answers at the same instant', () => {
  it.each(arrangements)('take exactly ten seats, every round: $name', async ({ engine, instances }) => {
    using temporary = temporaryFolder();
    await using race = await prepareRace({ databaseUrl: await newDatabaseUrl(engine, temporary.folder), instances });
    for (let round = 0; round < rounds; round += 1) expect(await race.round()).toEqual(rightRound);
  });

  it('take exactly ten seats where a database isolates its transactions more strictly', async () => {
    const databaseUrl = await createDatabase();
    await queryIn(
      databaseUrl,
      `ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} SET default_transaction_isolation TO 'repeatable read'`,
    );
    await using race = await prepareRace({ databaseUrl, instances: 2 });
    expect(await race.round()).toEqual(rightRound);
  });
});

/** The control: without the lock the same race oversells, or the test above would show nothing. */
it.each(engines)('oversells over %s once the lock is off', async (engine) => {
  using temporary = temporaryFolder();
  const databaseUrl = engine === 'sqlite' ? `file:${join(temporary.folder, 'founder-house.db')}` : await createDatabase();
  await using race = await prepareRace({ databaseUrl, instances: 2, lock: 'unlocked' });
  let most = 0;
  for (let round = 0; round < rounds; round += 1) most = Math.max(most, (await race.round()).stored.accepted);
  expect(most).toBeGreaterThan(capacity);
});
