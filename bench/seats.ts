/**
 * `npm run bench:seats [-- --rounds N]`: 200 founders accept simultaneously in each round. Exits with 1 if a round does
 * not take exactly ten seats.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { inviteFounders, prepareRace, expectedRound } from '../test/support/race.ts';
import { newDatabaseUrl, temporaryFolder } from '../test/support/databases.ts';
import servePostgres from '../test/support/postgres-service.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);

const cases = [
  { name: 'SQLite, one instance', engine: 'sqlite', instances: 1 },
  { name: 'PostgreSQL, two instances', engine: 'postgres', instances: 2 },
] as const;

const endPostgres = await servePostgres();
for (const { name, engine, instances } of cases) {
  using temporary = temporaryFolder();
  const invited = await inviteFounders(await newDatabaseUrl(engine, temporary.folder));
  await using race = await prepareRace({ invited, instances });
  let right = 0;
  const since = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await race.round();
    if (isDeepStrictEqual(outcome, expectedRound)) right += 1;
    else console.error(`${name}, round ${round + 1}: ${JSON.stringify(outcome)}`);
  }
  const perSecond = (rounds / (performance.now() - since)) * 1000;
  console.log(
    `${name}: ${right} of ${rounds} rounds of 200 acceptances took exactly ten seats; ${perSecond.toFixed(1)} rounds per second, ${Math.round(perSecond * 200)} acceptances per second`,
  );
  if (right < rounds) process.exitCode = 1;
}
await endPostgres();
