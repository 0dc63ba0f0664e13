import { generateKeyPairSync, hash, randomBytes, sign, type KeyPairKeyObjectResult } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, it } from 'vitest';
import { certificate, der, number, octets, oid, sequence } from '../../../../test/support/certificates.ts';
import { ownPage, startRemoteDesk } from '../../../../test/support/remote-desk.ts';
import { minuteMs } from '../../../durations.ts';

const clock = { now: new Date('2026-11-23T09:00:00Z') };

/** Returns the extension with the address of a revocation list (RFC 5280, 4.2.1.13). */
function revocationListAt(url: string): Buffer {
  const fullName = der(0xa0, der(0xa0, der(0x86, Buffer.from(url))));
  return sequence(oid('551d1f'), octets(sequence(sequence(fullName))));
}

/** Returns the extension with which Android describes a key. */
function keyDescription(challenge: Uint8Array): Buffer {
  const level = der(0x0a, Buffer.from([1]));
  const description = sequence(number(3), level, number(3), level, octets(challenge), octets(Buffer.alloc(0)), sequence(), sequence());
  return sequence(oid('2b06010401d679020111'), octets(description));
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

interface ResponseParts {
  challenge: string;
  /** The id of the passkey. */
  id?: Uint8Array;
  /** The address of a revocation list. With it, the attestation has certificates of the client's own; without it, there is none. */
  listUrl?: string;
}

/** Returns the response of an authenticator that registers a passkey (WebAuthn Level 3, 6.5). */
function registrationResponse({ challenge, id = randomBytes(16), listUrl }: ResponseParts) {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: ownPage.origin }));
  const clientDataHash = hash('sha256', clientData, 'buffer');
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
  // COSE_Key (RFC 9052): an elliptic curve key for ES256 on P-256.
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  );
  // The user was present and verified, and there is a credential; then the counter, the id of the authenticator, and the length of the id.
  const beforeId = Buffer.concat([Buffer.from([0x45]), Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length])]);
  const authData = Buffer.concat([hash('sha256', ownPage.host, 'buffer'), beforeId, id, cose]);
  const attestationObject = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', listUrl ? 'android-key' : 'none'],
      ['attStmt', new Map(listUrl ? certificatesOf({ keys, authData, clientDataHash, listUrl }) : [])],
      ['authData', Uint8Array.from(authData)],
    ]) as never,
  );
  const response = { clientDataJSON: encode(clientData), attestationObject: encode(attestationObject) };
  return { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {}, response };
}

interface Attested {
  keys: KeyPairKeyObjectResult;
  authData: Buffer;
  clientDataHash: Buffer;
  listUrl: string;
}

/** Returns an attestation of the format `android-key`, which anyone can make: it is by certificates of the client's own. */
function certificatesOf({ keys, authData, clientDataHash, listUrl }: Attested): [string, unknown][] {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issued = { issuerKey: root.privateKey };
  const extensions = [keyDescription(clientDataHash), revocationListAt(listUrl)];
  const x5c = [
    certificate({ subject: 'leaf', key: keys.publicKey, ...issued, extensions }),
    certificate({ subject: 'root', key: root.publicKey, ...issued, extensions: [revocationListAt(listUrl)] }),
  ];
  const sig = Uint8Array.from(sign('sha256', Buffer.concat([authData, clientDataHash]), keys.privateKey));
  return Object.entries({ alg: -7, sig, x5c });
}

it('attack: a registration with certificates causes no request to the address in them', async () => {
  const requests: (string | undefined)[] = [];
  const internal = createServer(({ url }, response) => {
    requests.push(url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(internal, 'listening');
  try {
    await using desk = await startRemoteDesk(clock);
    const listUrl = `http://127.0.0.1:${(internal.address() as AddressInfo).port}/internal`;
    const ada = await desk.store.organizers.inviteOrganizer({ name: 'Ada' }, clock.now);
    for (const [token, expectedStatus] of [
      ['a stranger has none', 403],
      [ada.token, 200],
    ] as const) {
      const { challenge } = (await desk.post('/api/sign-in/options')).json<{ challenge: string }>();
      const response = registrationResponse({ challenge, listUrl });
      expect((await desk.post('/api/register', {}, { token, response })).statusCode).toBe(expectedStatus);
    }
    expect(requests).toEqual([]);
  } finally {
    internal.close();
  }
});

it('attack: an invited reader cannot take over the passkey of an organizer by its id, and the invitation stays open', async () => {
  await using desk = await startRemoteDesk(clock);
  const register = async (token: string, id: Uint8Array) => {
    const { challenge } = (await desk.post('/api/register/options', {}, { token })).json<{ challenge: string }>();
    return desk.post('/api/register', {}, { token, response: registrationResponse({ challenge, id }) });
  };
  const id = randomBytes(16);
  const ada = await desk.store.organizers.inviteOrganizer({ name: 'Ada' }, clock.now);
  expect((await register(ada.token, id)).statusCode).toBe(200);
  const mallory = await desk.store.organizers.inviteOrganizer({ name: 'Mallory', role: 'reader' }, clock.now);
  const { statusCode, body, headers } = await register(mallory.token, id);
  expect([statusCode, body, headers['set-cookie']]).toEqual([403, expect.stringContaining('registered already'), undefined]);
  expect((await register(mallory.token, randomBytes(16))).statusCode).toBe(200);
});

it('a challenge is accepted once and within five minutes, and a database that fails is no fault of the passkey', async () => {
  await using desk = await startRemoteDesk(clock);
  const ada = await desk.store.organizers.inviteOrganizer({ name: 'Ada' }, clock.now);
  const { challenge } = (await desk.post('/api/sign-in/options')).json<{ challenge: string }>();
  const response = registrationResponse({ challenge });
  const register = async (token: string) => {
    const { statusCode, body } = await desk.post('/api/register', {}, { token, response });
    return [statusCode, body];
  };
  const { now } = clock;
  clock.now = new Date(now.getTime() + 5 * minuteMs);
  expect(await register(ada.token)).toEqual([403, expect.stringContaining('longer than five minutes')]);
  clock.now = new Date(clock.now.getTime() - 1);
  expect((await register(ada.token))[0]).toBe(200);
  expect(await register(ada.token)).toEqual([403, expect.stringContaining('already submitted')]);
  using database = new DatabaseSync(desk.databaseUrl.replace(/^file:/u, ''));
  database.exec('DROP TABLE passkey_challenges');
  expect((await register(ada.token))[0]).toBe(503);
  clock.now = now;
});
