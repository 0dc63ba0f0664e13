import { expect, it } from 'vitest';
import { hoursBefore, startApp } from '../support/app.ts';
import { startMailServer } from '../support/mail-server.ts';
import { manyRounds } from './rounds.ts';

it.skipIf(!manyRounds)('a mail is sent once to a server that takes 15 seconds to accept it', { timeout: 60_000 }, async () => {
  let mails = 0;
  await using mailServer = await startMailServer({
    onData: (stream, _session, done) => {
      mails += 1;
      stream.resume().on('end', () => setTimeout(done, 15_000));
    },
  });
  await using app = await startApp(mailServer.url, { clock: { now: hoursBefore(100) } });
  await app.register();
  await app.tick();
  const [sent] = await Array.fromAsync(app.store.outbox.list());
  expect([sent?.state, sent?.attempts, mails]).toEqual(['delivered', 1, 1]);
});
