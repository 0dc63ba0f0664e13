import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Returns a value in DER (X.690): its tag, its length and its content. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
export const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
export const octets = (content: Uint8Array) => der(0x04, content);
export const number = (value: number) => der(0x02, Buffer.from([value]));
export const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const year = (digits: string) => der(0x17, Buffer.from(`${digits}0101000000Z`));

interface CertificateParts {
  subject: string;
  key: KeyObject;
  issuerKey: KeyObject;
  extensions: Buffer[];
  /** The two last digits of the year from whose beginning on it is no longer valid. */
  until?: string;
}

/** Returns an X.509 certificate (RFC 5280, 4.1) that is issued by `root`. */
export function certificate({ subject, key, issuerKey, extensions, until = '45' }: CertificateParts): Uint8Array {
  const version = der(0xa0, number(2));
  const validity = sequence(year('20'), year(until));
  const publicKey = key.export({ type: 'spki', format: 'der' });
  const names = [nameOf('root'), validity, nameOf(subject)];
  const signed = sequence(version, number(subject.length), ecdsaWithSha256, ...names, publicKey, der(0xa3, sequence(...extensions)));
  const signature = sign('sha256', signed, issuerKey);
  return Uint8Array.from(sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature)));
}

/** Returns a certificate that signs itself, for a server with this IPv4 address, and its key, both as PEM. */
export function selfSigned({ address = '127.0.0.1', until }: { address?: string; until?: string } = {}): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const alternativeName = sequence(oid('551d11'), octets(sequence(der(0x87, Buffer.from(address.split('.').map(Number))))));
  const bytes = certificate({
    subject: 'root',
    key: publicKey,
    issuerKey: privateKey,
    extensions: [alternativeName],
    ...(until && { until }),
  });
  const cert = `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
