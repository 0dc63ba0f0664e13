import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** Relative paths begin here, so that the site and the organizer's command mean the same file wherever they are called. */
const root = join(import.meta.dirname, '../..');

/** Every setting there is, by its name in the environment. An empty value counts as none. */
export const settingsSchema = z.object({
  HOST: z.string().refine(isHost, 'write a host name or an IP address alone, for example 127.0.0.1').default('127.0.0.1'),
  PORT: z
    .string()
    .refine((port) => /^\d{1,5}$/u.test(port) && Number(port) <= 65_535, 'write a number from 0 to 65535')
    .default('4321')
    .transform(Number),
  SITE_URL: z
    .string()
    .refine(isOrigin, 'write http:// or https:// and a host, without a path, for example https://founderhouse.example')
    .optional(),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(root, path)),
  DATABASE_URL: z
    .string()
    .refine((url) => /^file:./u.test(url), 'write file: and the path of a file, for example file:/var/lib/founder-house/founder-house.db')
    .transform((url) => `file:${resolve(root, url.slice('file:'.length))}`)
    .optional(),
});

const settings = settingsSchema.transform(({ HOST, PORT, SITE_URL, DATA_DIR, DATABASE_URL }) => ({
  host: HOST,
  port: PORT,
  siteUrl: new URL(SITE_URL ?? `http://${inAddress(HOST)}:${PORT}`).origin,
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL ?? `file:${join(DATA_DIR, 'founder-house.db')}`,
}));

export type Settings = z.output<typeof settings>;

/** Settings that cannot be used. Its message is a line for each: its name, the mend, what it is now. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings (contract, section 5). When it is given the process's own environment, it fills in what that leaves out from `.env`
 * in the repository's folder. Throws a SettingsError.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = { ...(env === process.env && filled(envFile())), ...filled(env) };
  const read = settings.safeParse(given);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}; it is ${shown(given[String(name)])}`);
  throw new SettingsError(lines.join('\n'));
}

function filled(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

function envFile(): NodeJS.ProcessEnv {
  const file = join(root, '.env');
  if (!existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`.env: it cannot be read (${(error as Error).message}); let this user read it, or delete it`, { cause: error });
  }
}

/** A host as an address spells it: IPv6 in brackets (RFC 3986, 3.2.2). */
function inAddress(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function isHost(text: string): boolean {
  return (isIP(text) > 0 || /^[a-z0-9.-]+$/iu.test(text)) && URL.canParse(`http://${inAddress(text)}`);
}

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/]/iu.test(text) || !URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return /^https?:$/u.test(protocol) && pathname === '/' && !search && !hash && !username && !password;
}

/** A value as it stands, but for a password in an address. */
function shown(value = ''): string {
  return JSON.stringify(value.replace(/\/\/[^@/]*@/u, '//…@'));
}
