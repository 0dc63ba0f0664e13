import { z } from 'zod';

/** A sender (RFC 5322, 3.4). The name may be empty; it is plain text, which nodemailer quotes or encodes in a header. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Returns the mailbox of `Ada <ada@example.com>`, `"Ada" <ada@example.com>` or an address alone; undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, typed = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? [];
  const name = typed.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(name)?.[1];
  if (!z.email().safeParse(address).success) return undefined;
  return { name: quoted?.replaceAll(/\\(.)/gu, '$1') ?? name, address };
}
