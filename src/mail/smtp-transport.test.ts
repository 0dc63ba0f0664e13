import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { contentWith, hoursBefore, startApp } from '../../test/support/app.ts';
import { startMailServer, refusal } from '../../test/support/mail-server.ts';
import { requiresTls } from './smtp-transport.ts';

const idIn = (raw: string) => /^Message-ID: (.*)$/imu.exec(raw)?.[1] as string;
const minutes = (count: number) => count * 60_000;
const clockAt = (hours = 100) => ({ now: hoursBefore(hours) });

async function outcome(answer: (tries: number) => Error | undefined, at: 'onConnect' | 'onRcptTo' | 'onMailFrom' | 'onData' | 'onAuth') {
  const clock = clockAt();
  let tries = 0;
  const decide = () => answer(++tries);
  await using mailServer = await startMailServer(
    {
      ...(at === 'onConnect' && { onConnect: (_session, done) => done(decide()) }),
      ...(at === 'onRcptTo' && { onRcptTo: (_address, _session, done) => done(decide()) }),
      ...(at === 'onMailFrom' && { onMailFrom: (_address, _session, done) => done(decide()) }),
      ...(at === 'onAuth' && { onAuth: (_auth, _session, done) => done(decide() ?? null, { user: 'us' }) }),
      ...(at === 'onData' && { onData: (stream, _session, done) => void stream.resume().on('end', () => done(decide())) }),
    },
    at === 'onAuth' ? { user: 'us:wrong@' } : {},
  );
  await using app = await startApp(mailServer.url, { clock });
  const { email } = await app.register();
  await app.tick();
  const [first] = await Array.fromAsync(app.store.outbox.list());
  const suppressed = await app.store.people.isSuppressed(email, 'bounced');
  clock.now = new Date(clock.now.getTime() + minutes(1));
  await app.tick();
  const [later] = await Array.fromAsync(app.store.outbox.list());
  return { state: first?.state, error: first?.lastError, suppressed, later: later?.state, tries };
}

it('an email that is refused with 4xx is retried', async () => {
  const { error, ...rest } = await outcome((tries: number) => (tries === 1 ? refusal(451, 'come back later') : undefined), 'onRcptTo');
  expect(rest).toEqual({ state: 'due', suppressed: false, later: 'delivered', tries: 2 });
  expect(error).toContain('later (451)');
});

it('an email to an unknown mailbox is parked, and its address is suppressed', async () => {
  const { error, ...rest } = await outcome(() => refusal(550, '5.1.1 no such user'), 'onRcptTo');
  expect(rest).toEqual({ state: 'parked', suppressed: true, later: 'parked', tries: 1 });
  expect(error).toContain('accepts no mail for this address (550)');
});

it.each([
  [550, '5.7.1 blocked by a list'],
  [550, '5.2.2 mailbox full'],
  [550, 'relay not permitted'],
  [553, 'sorry, that domain is not in my list (#5.7.1)'],
  [550, '5.1.8 Sender address rejected: Domain not found'],
  [504, '5.5.2 Helo command rejected'],
  [530, 'log in first'],
])('an address is not suppressed after a refusal for another reason: %i %s', async (code, why) => {
  const { error, ...rest } = await outcome((tries) => (tries === 1 ? refusal(code, why) : undefined), 'onRcptTo');
  expect(rest).toEqual({ state: 'due', suppressed: false, later: 'delivered', tries: 2 });
  expect(error).toContain('not the address');
});

it('a refused login is retried, and suppresses no address', async () => {
  const { state, suppressed, error } = await outcome(() => refusal(535, 'wrong password'), 'onAuth');
  expect([state, suppressed]).toEqual(['due', false]);
  expect(error).toContain('SMTP_URL');
});

it('a refused sender is retried, and suppresses no address', async () => {
  const { state, suppressed, error } = await outcome(() => refusal(550, 'who are you'), 'onMailFrom');
  expect([state, suppressed]).toEqual(['due', false]);
  expect(error).toContain('MAIL_FROM');
});

it('a refused connection is retried, and suppresses no address', async () => {
  const { error, ...rest } = await outcome((tries) => (tries === 1 ? refusal(554, 'your address is on a list') : undefined), 'onConnect');
  expect(rest).toEqual({ state: 'due', suppressed: false, later: 'delivered', tries: 2 });
  expect(error).toBe('the mail server refuses the connection (554); check SMTP_URL, or ask the operator of that server');
});

it('an email that is refused for its text is parked, and suppresses no address', async () => {
  const { state, suppressed, tries } = await outcome(() => refusal(554, 'looks like spam'), 'onData');
  expect([state, suppressed, tries]).toEqual(['parked', false, 1]);
});

it('an address that bounced gets no other email until the organizer retries', async () => {
  const clock = clockAt();
  let refused = 0;
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => done(refused++ === 0 ? refusal(550, '5.1.1 nobody') : undefined),
  });
  await using app = await startApp(mailServer.url, { clock });
  const { email } = await app.register();
  await app.tick();
  await app.register({ inf_field_Email: email.toUpperCase() }, 'waitlist');
  await app.tick();
  expect([refused, mailServer.received.length]).toEqual([1, 0]);
  expect((await Array.fromAsync(app.store.outbox.list())).map(({ state }) => state)).toEqual(['parked', 'parked']);

  // The mailbox works again, and the organizer retries.
  expect(await app.store.outbox.retry(undefined, clock.now)).toBe(2);
  await app.tick();
  expect([mailServer.received.length, await app.store.people.isSuppressed(email, 'bounced')]).toEqual([2, false]);
});

it('the organizer’s own address is never suppressed', async () => {
  let refused = 0;
  await using mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address === 'organizer@example.com' && refused++ === 0 ? refusal(550, '5.1.1 nobody') : undefined),
  });
  await using app = await startApp(mailServer.url, { clock: clockAt(), env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  await app.register();
  await app.tick();
  await app.register();
  await app.tick();
  expect(mailServer.received.filter(({ to }) => to.includes('organizer@example.com'))).toHaveLength(1);
});

it('an email waits for a server that is down or that breaks the connection, and keeps its Message-ID', async () => {
  const clock = clockAt();
  let port: number;
  {
    await using gone = await startMailServer();
    port = gone.port;
  }
  await using app = await startApp(`smtp://127.0.0.1:${port}`, { clock });
  await app.register();
  await app.tick();
  const [down] = await Array.fromAsync(app.store.outbox.list());
  expect([down?.state, down?.lastError]).toEqual(['due', expect.stringContaining('cannot be reached')]);

  const seen: string[] = [];
  {
    await using breaking = await startMailServer(
      {
        onData(stream) {
          let raw = '';
          stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
          stream.on('end', () => {
            seen.push(idIn(raw));
            breaking.dropConnections();
          });
        },
      },
      { port },
    );
    clock.now = new Date(clock.now.getTime() + minutes(1));
    await app.tick();
  }
  await using mailServer = await startMailServer({}, { port });
  clock.now = new Date(clock.now.getTime() + minutes(5));
  await app.tick();
  seen.push(...mailServer.received.map(({ raw }) => idIn(raw)));
  expect(seen).toEqual([`<${down?.id}@127.0.0.1>`, `<${down?.id}@127.0.0.1>`]);
});

it('attack: a mail server whose STARTTLS offer was removed gets no email and no password', async () => {
  const clock = clockAt();
  const logins: unknown[] = [];
  await using mailServer = await startMailServer(
    { onAuth: (auth, _session, done) => done(null, { user: logins.push(auth) }) },
    { user: 'us:secret@' },
  );
  await using app = await startApp(`${mailServer.url}?requireTLS=true`, { clock });
  await app.register();
  await app.tick();
  const [delivery] = await Array.fromAsync(app.store.outbox.list());
  expect([delivery?.state, delivery?.lastError]).toEqual(['due', expect.stringContaining('offers no encryption (STARTTLS)')]);
  expect([mailServer.received, logins]).toEqual([[], []]);
});

it('an email waits for a server that cannot encrypt now, and nobody is advised to do without', async () => {
  const server = createServer((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (line) =>
      socket.write(line.toString().startsWith('EHLO') ? '250-here\r\n250 STARTTLS\r\n' : '454 TLS not available\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await using app = await startApp(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}?requireTLS=true`, { clock: clockAt() });
  await app.register();
  await app.tick();
  const [delivery] = await Array.fromAsync(app.store.outbox.list());
  expect([delivery?.state, delivery?.lastError]).toEqual(['due', 'the mail server asks to try again later (454)']);
  server.close();
});

it.each([
  ['smtp://mail.example:25', true],
  ['smtp://user:password@mail.example:587', true],
  ['smtp://127.0.0.1.mail.example:25', true],
  ['smtp://mail.example:25?requireTLS=false', false],
  ['smtp://127.0.0.1:2525', false],
  ['smtp://localhost:25', false],
  ['smtp://[::1]:25', false],
])('%s requires encryption: %s', (url, expected) => {
  expect(requiresTls(url)).toBe(expected);
});

it('an email is parked after a day of attempts', async () => {
  const clock = clockAt();
  await using app = await startApp('smtp://127.0.0.1:1', { clock });
  await app.register();
  for (let hour = 0; hour < 60; hour++) {
    await app.tick();
    clock.now = new Date(clock.now.getTime() + minutes(30));
  }
  const [delivery] = await Array.fromAsync(app.store.outbox.list());
  expect([delivery?.state, delivery?.lastError]).toEqual(['parked', expect.stringContaining('gave up after a day')]);
  expect(delivery?.attempts).toBeGreaterThan(40);
});

it('without a mail server each email becomes one file', async () => {
  const clock = clockAt();
  await using app = await startApp('', { clock, content: contentWith({ title: 'Größe, “trust” & 🏡' }) });
  const { email } = await app.register();
  await app.tick();
  const folder = join(app.dataDir, 'mail');
  const files = readdirSync(folder);
  expect(files).toEqual([`${(await Array.fromAsync(app.store.outbox.list()))[0]?.id}.eml`]);
  const mail = await PostalMime.parse(readFileSync(join(folder, files[0] as string)));
  expect([mail.to?.[0]?.address, mail.subject]).toEqual([email, 'Your spot is reserved: Größe, “trust” & 🏡']);
});
