import { expect, it } from 'vitest';
import { hoursBefore, startHouse } from '../support/house.ts';
import { openPostOffice } from '../support/post-office.ts';
import { patiently } from './rounds.ts';

it.skipIf(!patiently)('sends a mail once to a server that looks through it for a quarter of a minute', { timeout: 60_000 }, async () => {
  let mails = 0;
  await using office = await openPostOffice({
    onData: (stream, _session, done) => {
      mails += 1;
      stream.resume().on('end', () => setTimeout(done, 15_000));
    },
  });
  await using house = await startHouse(office.url, { clock: { now: hoursBefore(100) } });
  await house.register();
  await house.tick();
  const [sent] = await Array.fromAsync(house.store.outbox.list());
  expect([sent?.state, sent?.attempts, mails]).toEqual(['delivered', 1, 1]);
});
