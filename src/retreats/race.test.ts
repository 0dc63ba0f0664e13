import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryIn } from '../../test/support/postgres.ts';
import { engines, newDatabaseUrl, temporaryFolder } from '../../test/support/databases.ts';
import { capacity, inviteFounders, prepareRace, expectedRound } from '../../test/support/race.ts';

describe.each(engines)('200 simultaneous acceptances over %s', (engine) => {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  let invited: Awaited<ReturnType<typeof inviteFounders>>;
  let race: Awaited<ReturnType<typeof prepareRace>>;
  beforeAll(async () => {
    invited = await inviteFounders(await newDatabaseUrl(engine, folder));
    race = await prepareRace({ invited, instances: 2 });
  });
  afterAll(async () => {
    await race[Symbol.asyncDispose]();
    remove();
  });

  it.each(engine === 'sqlite' ? [1, 2] : [2])('take exactly ten seats, with %i instances', async (usedInstances) => {
    // `npm run bench:seats` runs a hundred rounds.
    expect(await race.round({ usedInstances })).toEqual(expectedRound);
  });

  // The control: without the lock the same race must oversell; otherwise the tests above would prove nothing.
  it('oversell without the lock', async () => {
    let most = 0;
    for (let round = 0; round < 2 && most <= capacity; round += 1)
      most = Math.max(most, (await race.round({ lock: 'unlocked' })).stored.accepted);
    expect(most).toBeGreaterThan(capacity);
  });

  it.runIf(engine === 'postgres')('take exactly ten seats if transactions are REPEATABLE READ by default', async () => {
    const database = new URL(invited.databaseUrl).pathname.slice(1);
    await queryIn(invited.databaseUrl, `ALTER DATABASE ${database} SET default_transaction_isolation TO 'repeatable read'`);
    // Only new connections have the new default.
    await using repeatable = await prepareRace({ invited, instances: 1 });
    expect(await repeatable.round()).toEqual(expectedRound);
  });
});
