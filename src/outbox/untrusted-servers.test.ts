import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hoursBefore, startApp } from '../../test/support/app.ts';
import { selfSigned } from '../../test/support/certificates.ts';
import { temporaryStore } from '../../test/support/databases.ts';
import { startMailServer } from '../../test/support/mail-server.ts';
import { createWorkers, manualClock, onlyDelivery, record, toApi, toForm, toWebhook } from '../../test/support/outboxes.ts';

const trusted = getCACertificates('default');
const trust = (cert: string) => setDefaultCACertificates([...trusted, cert]);
let server: Server | undefined;
/** Everything that the server received, over TLS what it decrypted. */
let received = '';

beforeEach(() => {
  received = '';
});
afterEach(async () => {
  setDefaultCACertificates(trusted);
  server?.close();
  if (server) await once(server, 'close');
  server = undefined;
});

/** Lets a server listen on the loopback interface. Returns its port. */
async function listen(started: Server): Promise<number> {
  server = started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return (started.address() as AddressInfo).port;
}

const secureServer = (pair: { cert: string; key: string }) =>
  listen(
    createTlsServer(pair, (socket) => socket.on('data', (chunk) => (received += chunk.toString())).on('error', () => {})).on(
      'tlsClientError',
      () => {},
    ),
  );

function expired() {
  const pair = selfSigned({ until: '21' });
  trust(pair.cert);
  return secureServer(pair);
}

function ofAnotherHost() {
  const pair = selfSigned({ address: '127.0.0.2' });
  trust(pair.cert);
  return secureServer(pair);
}

const plainText = () =>
  listen(createPlainServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('220 mail.example ESMTP\r\n'))));

const untrusted = 'no authority that this machine trusts has signed its certificate: DEPTH_ZERO_SELF_SIGNED_CERT';

const servers = [
  ['an expired certificate', expired, 'its certificate has expired: CERT_HAS_EXPIRED'],
  ['the certificate of another host', ofAnotherHost, 'its certificate is for another host name: ERR_TLS_CERT_ALTNAME_INVALID'],
  ['a certificate of its own', () => secureServer(selfSigned()), untrusted],
  ['no TLS', plainText, 'it speaks no TLS at this port: ERR_SSL_WRONG_VERSION_NUMBER'],
] as const;

it.each(servers)('attack: a receiver with %s gets nothing, and the delivery waits and says why', async (_, start, reason) => {
  const port = await start();
  const clock = manualClock();
  const url = `https://127.0.0.1:${port}`;
  for (const channel of [toApi({ api: { url, token: 'a-token' } }, clock), toForm({ url }, clock), toWebhook(url, clock)]) {
    await using temporary = await temporaryStore();
    await record(temporary.store, [channel.name]);
    await createWorkers(temporary.store, [channel], clock).drain();
    const { state, lastError } = await onlyDelivery(temporary.store, channel.name);
    expect([state, lastError]).toEqual(['due', expect.stringContaining(`cannot be reached (${reason})`)]);
  }
  expect(received).toBe('');
});

it.each(servers)(
  'attack: a mail server with %s gets no mail and no password, and the mail waits and says why',
  async (_, start, reason) => {
    const port = await start();
    await using app = await startApp(`smtps://us:secret@127.0.0.1:${port}`, { clock: { now: hoursBefore(100) } });
    await app.register();
    await app.tick();
    const [delivery] = await Array.fromAsync(app.store.outbox.list());
    expect([delivery?.state, delivery?.lastError]).toEqual(['due', `the mail server cannot be reached (${reason}); check SMTP_URL`]);
    expect(received).toBe('');
  },
);

it('attack: a mail server that encrypts with STARTTLS and a certificate of its own gets no email and no password, and nobody is advised to do without encryption', async () => {
  const logins: unknown[] = [];
  await using mailServer = await startMailServer(
    { ...selfSigned(), disabledCommands: [], onAuth: (auth, _session, done) => done(null, { user: logins.push(auth) }) },
    { user: 'us:secret@' },
  );
  await using app = await startApp(`${mailServer.url}?requireTLS=true`, { clock: { now: hoursBefore(100) } });
  await app.register();
  await app.tick();
  const [delivery] = await Array.fromAsync(app.store.outbox.list());
  expect([delivery?.state, delivery?.lastError]).toEqual(['due', `the mail server cannot be reached (${untrusted}); check SMTP_URL`]);
  expect([mailServer.received, logins]).toEqual([[], []]);
});
