import { join, resolve } from 'node:path';
import { z } from 'zod';
import { closestOf } from '../content/editor-messages.ts';
import { parseMailbox } from '../mail/mailbox.ts';
import { readEnvFile, listEnvFileWarnings, listIgnoredLines } from './env-file.ts';
import {
  hostInUrl,
  isDeskOrigin,
  isHost,
  isHttpAddress,
  isOrigin,
  isPostgresUrl,
  isProviderHost,
  isProxyList,
  isSecureAddress,
  isSmtpUrl,
} from './setting-formats.ts';

/** The base of relative paths, so that the site and the organizer's command use the same files in any working directory. */
const root = join(import.meta.dirname, '../..');
const sender = 'write an address, or a name and an address: Founder House <hello@founderhouse.example>';

const wholeNumber = (least: number, most: number, what: string) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/u.test(text) && Number(text) >= least && Number(text) <= most, `write ${what}`)
    .transform(Number);

/** Every setting, by its name in the environment. An empty value counts as not set. */
export const settingsSchema = z.object({
  HOST: z.string().refine(isHost, 'write a host name or an IP address alone, for example 127.0.0.1').default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535, 'a number from 1 to 65535').default(4321),
  SITE_URL: z
    .string()
    .refine(isOrigin, {
      error: 'write http:// or https:// and a host, without a path, for example https://founderhouse.example',
      // The checks across settings read its host name.
      abort: true,
    })
    .optional(),
  DESK_ORIGIN: z
    .string()
    .refine(isDeskOrigin, {
      error: 'write https:// and a host name, without a path, for example https://desk.founderhouse.example',
      abort: true,
    })
    .optional(),
  DESK_PORT: wholeNumber(1, 65_535, 'a number from 1 to 65535').default(4322),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(root, path)),
  DATABASE_URL: z
    .string()
    .refine(
      (url) => /^file:./u.test(url) || isPostgresUrl(url),
      'write file: and the path of a file, for example file:/var/lib/founder-house/founder-house.db, or postgres://user:password@host:5432/name',
    )
    .transform((url) => (url.startsWith('file:') ? `file:${resolve(root, url.slice('file:'.length))}` : url))
    .optional(),
  SECRET: z
    .string()
    .min(32, 'write at least 32 characters that nobody can guess, for example what "openssl rand -base64 32" prints')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'write off, or addresses and networks separated by commas, for example loopback, 10.0.0.0/8')
    .default('off')
    .transform((list) => (list === 'off' ? false : list.split(',').map((item) => item.trim()))),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000, 'a whole number from 1, for example 10').default(10),
  MIN_FILL_SECONDS: wholeNumber(0, 3600, 'a whole number of seconds from 0 to 3600, for example 2').default(2),
  PROOF_COST: wholeNumber(1, 10_000_000, 'a whole number from 1, for example 2000').default(2000),
  RETENTION_DAYS: wholeNumber(1, 36_500, 'a whole number of days from 1, for example 730').default(730),
  ALUMNAE_RETENTION_DAYS: wholeNumber(0, 36_500, 'a whole number of days from 0, for example 1095').default(1095),
  WORKER: z.enum(['on', 'off'], { error: 'write on or off' }).default('on'),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'write smtp:// or smtps:// and a host, for example smtps://user:password@mail.example:465')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => text.includes('@'), `${sender}; in .env, put quotation marks around the whole value, never around the name alone`)
    .transform(parseMailbox)
    .refine((mailbox) => mailbox !== undefined, sender)
    .optional(),
  ORGANIZER_EMAIL: z.email('write the address that the organizer reads, for example ada@founderhouse.example').optional(),
  KEAP_FORM_HOST: z
    .string()
    .refine(isProviderHost, 'write the host of your forms at the provider, without https://, for example example.provider.com')
    .transform((host) => (host.startsWith('http://') ? new URL(host).origin : `https://${host}`))
    .optional(),
  KEAP_API_URL: z
    .string()
    .refine(
      isSecureAddress,
      'write an address that begins with https://, without a user name and a password, for example https://api.keap.com/crm',
    )
    .default('https://api.keap.com/crm')
    .transform((url) => url.replace(/\/+$/u, '')),
  KEAP_API_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/u, 'copy the token as the provider shows it: letters, digits and symbols, without spaces')
    .optional(),
  WEBHOOK_URL: z
    .string()
    .refine(isHttpAddress, 'write an address without a user name and a password, for example https://hooks.example/founder-house')
    .optional(),
  WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => /^(?:whsec_)?[A-Za-z0-9+/]{24,}={0,2}$/u.test(text),
      'write the secret that the receiver shows, whsec_ and letters and digits',
    )
    .optional(),
  METRICS_PORT: wholeNumber(1, 65_535, 'a port from 1 to 65535').optional(),
});

const settings = settingsSchema
  .refine(({ DATABASE_URL, SECRET }) => !DATABASE_URL?.startsWith('postgres') || SECRET !== undefined, {
    path: ['SECRET'],
    error:
      'set it to the same text on every instance, since DATABASE_URL names a server: to the text of the file secret in DATA_DIR if the site has used SQLite, so that links in its emails keep working, else to what "openssl rand -base64 32" prints',
  })
  .refine(({ WEBHOOK_URL, WEBHOOK_SECRET }) => !WEBHOOK_URL || WEBHOOK_SECRET !== undefined, {
    path: ['WEBHOOK_SECRET'],
    error: 'set it, since WEBHOOK_URL is set: it signs the messages',
  })
  .refine(({ DESK_ORIGIN, SITE_URL }) => !DESK_ORIGIN || !SITE_URL || new URL(DESK_ORIGIN).hostname !== new URL(SITE_URL).hostname, {
    path: ['DESK_ORIGIN'],
    error: 'write a host name other than that of SITE_URL, so that nothing on the site can use the desk',
  })
  .refine(({ DESK_ORIGIN, DESK_PORT, PORT }) => !DESK_ORIGIN || DESK_PORT !== PORT, {
    path: ['DESK_PORT'],
    error: 'write a port other than PORT, since the site never serves the desk',
  })
  .refine(({ METRICS_PORT, PORT }) => METRICS_PORT !== PORT, {
    path: ['METRICS_PORT'],
    error: 'write a port other than PORT',
  })
  .refine(({ METRICS_PORT, DESK_ORIGIN, DESK_PORT }) => !DESK_ORIGIN || METRICS_PORT !== DESK_PORT, {
    path: ['METRICS_PORT'],
    error: 'write a port other than DESK_PORT',
  })
  .transform((variables) => ({
    host: variables.HOST,
    port: variables.PORT,
    siteUrl: new URL(variables.SITE_URL ?? `http://${hostInUrl(variables.HOST)}:${variables.PORT}`).origin,
    dataDir: variables.DATA_DIR,
    databaseUrl: variables.DATABASE_URL ?? `file:${join(variables.DATA_DIR, 'founder-house.db')}`,
    secret: variables.SECRET,
    trustProxy: variables.TRUST_PROXY,
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    minFillSeconds: variables.MIN_FILL_SECONDS,
    proofCost: variables.PROOF_COST,
    retentionDays: variables.RETENTION_DAYS,
    alumnaeRetentionDays: variables.ALUMNAE_RETENTION_DAYS,
    runsWorker: variables.WORKER === 'on',
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    organizerEmail: variables.ORGANIZER_EMAIL,
    /** The origin of the provider's hosted forms. */
    providerForms: variables.KEAP_FORM_HOST,
    providerApi: variables.KEAP_API_TOKEN === undefined ? undefined : { url: variables.KEAP_API_URL, token: variables.KEAP_API_TOKEN },
    webhook: variables.WEBHOOK_URL === undefined ? undefined : { url: variables.WEBHOOK_URL, secret: variables.WEBHOOK_SECRET as string },
    metricsPort: variables.METRICS_PORT,
    /** The desk for organizers away from the server: its origin in their browsers, and the port that it listens on. */
    desk: variables.DESK_ORIGIN === undefined ? undefined : { origin: new URL(variables.DESK_ORIGIN).origin, port: variables.DESK_PORT },
  }));

export type Settings = z.output<typeof settings>;

/** Invalid settings. The message has a line for each: its name, what to write, and its current value. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings. For the environment of the process, it adds missing settings from `.env` in the repository's
 * folder. Throws a SettingsError.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const variables = { ...(env === process.env && withoutEmpty(envFile())), ...withoutEmpty(env) };
  const read = settings.safeParse(variables);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name}: ${message}; it is ${displayedValue(name, variables[name])}`;
  });
  throw new SettingsError(lines.join('\n'));
}

/** Returns what to correct in `.env` although the site can start. Throws the system's error if the file cannot be read. */
export function listSettingsWarnings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(settingsSchema.shape);
  return env === process.env ? [...listIgnoredLines(), ...listEnvFileWarnings(names, env), ...listMisspelledNames(names)] : [];
}

/**
 * Returns a warning for each name in `.env` that is nearly that of a setting, since a misspelled setting has no effect. Other names are
 * left alone: the file can have the settings of Litestream and PostgreSQL too.
 */
function listMisspelledNames(names: string[]): string[] {
  return Object.keys(readEnvFile())
    .filter((written) => !names.includes(written))
    .flatMap((written) => {
      const name = closestOf(written, names, 2);
      return name ? [`${written}: .env has this name, which is not a setting; if you mean ${name}, correct the name`] : [];
    });
}

function withoutEmpty(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

function envFile(): NodeJS.ProcessEnv {
  try {
    return readEnvFile();
  } catch (error) {
    throw new SettingsError(
      `.env: it cannot be read (${(error as Error).message}); run this as the user of the site, or give this user read access to it`,
      { cause: error },
    );
  }
}

/** The settings whose values are not repeated in messages: nobody can tell where the password is in a malformed URL. */
const secrets = new Set(['SECRET', 'KEAP_API_TOKEN', 'WEBHOOK_SECRET', 'WEBHOOK_URL', 'SMTP_URL']);

/**
 * Returns what a message says about the value of a setting. In a URL, everything up to the last `@` is left out, since an invalid password
 * can contain any character.
 */
function displayedValue(name: string, value: string | undefined): string {
  if (value === undefined) return 'not set';
  return secrets.has(name) ? 'not shown here' : JSON.stringify(value.replace(/\/\/.*@/su, '//…@'));
}
