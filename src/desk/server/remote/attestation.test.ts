import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, it } from 'vitest';
import { ownPage, startRemoteDesk } from '../../../../test/support/remote-desk.ts';

const clock = { now: new Date('2026-11-23T09:00:00Z') };

/** Returns a value in DER (X.690): its tag, its length and its content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const octets = (content: Uint8Array) => der(0x04, content);
const number = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const year = (digits: string) => der(0x17, Buffer.from(`${digits}0101000000Z`));

interface CertificateParts {
  subject: string;
  key: KeyObject;
  issuerKey: KeyObject;
  extensions: Buffer[];
}

/** Returns an X.509 certificate (RFC 5280, 4.1) that is issued by `root`. */
function certificate({ subject, key, issuerKey, extensions }: CertificateParts): Uint8Array {
  const version = der(0xa0, number(2));
  const validity = sequence(year('20'), year('45'));
  const publicKey = key.export({ type: 'spki', format: 'der' });
  const names = [nameOf('root'), validity, nameOf(subject)];
  const signed = sequence(version, number(subject.length), ecdsaWithSha256, ...names, publicKey, der(0xa3, sequence(...extensions)));
  const signature = sign('sha256', signed, issuerKey);
  return Uint8Array.from(sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature)));
}

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
