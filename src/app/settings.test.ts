import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError, settingsSchema } from './settings.ts';
import type { Settings } from './settings.ts';
import { root } from '../../test/support/environment.ts';

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    return JSON.stringify(readSettings(env));
  } catch (error) {
    return error instanceof SettingsError ? error.message : String(error);
  }
}

const sender = 'write an address, or a name and an address: Founder House <hello@founderhouse.example>';

describe('settings', () => {
  it('have defaults, even for empty values', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 4321,
      siteUrl: 'http://127.0.0.1:4321',
      dataDir: join(root, 'data'),
      databaseUrl: `file:${join(root, 'data/founder-house.db')}`,
      secret: undefined,
      trustProxy: false,
      rateLimitPerMinute: 10,
      minFillSeconds: 2,
      proofCost: 2000,
      retentionDays: 730,
      alumnaeRetentionDays: 1095,
      runsWorker: true,
      smtpUrl: undefined,
      mailFrom: undefined,
      organizerEmail: undefined,
      providerForms: undefined,
      providerApi: undefined,
      webhook: undefined,
      metricsPort: undefined,
      desk: undefined,
    };
    expect(readSettings({})).toEqual(defaults);
    expect(readSettings({ HOST: '', PORT: '', SITE_URL: '', DATA_DIR: '', DATABASE_URL: '' })).toEqual(defaults);
  });

  it.each<[NodeJS.ProcessEnv, Partial<Settings>]>([
    [{ HOST: '::1' }, { siteUrl: 'http://[::1]:4321' }],
    [
      { HOST: '0.0.0.0', PORT: '80' },
      { port: 80, siteUrl: 'http://0.0.0.0' },
    ],
    [{ SITE_URL: 'https://Founderhouse.example/' }, { siteUrl: 'https://founderhouse.example' }],
    [{ SITE_URL: 'https://founderhouse.example:443' }, { siteUrl: 'https://founderhouse.example' }],
    [{ SITE_URL: 'http://[::1]:8080' }, { siteUrl: 'http://[::1]:8080' }],
    [{ DESK_ORIGIN: 'https://desk.founderhouse.example/' }, { desk: { origin: 'https://desk.founderhouse.example', port: 4322 } }],
    [{ DESK_ORIGIN: 'http://localhost:4322' }, { desk: { origin: 'http://localhost:4322', port: 4322 } }],
    [{ DATA_DIR: 'elsewhere' }, { dataDir: join(root, 'elsewhere'), databaseUrl: `file:${join(root, 'elsewhere/founder-house.db')}` }],
    [{ DATA_DIR: '/srv/house/' }, { dataDir: '/srv/house', databaseUrl: 'file:/srv/house/founder-house.db' }],
    [{ DATABASE_URL: 'file:x.db' }, { databaseUrl: `file:${join(root, 'x.db')}` }],
    [{ KEAP_FORM_HOST: 'provider.example' }, { providerForms: 'https://provider.example' }],
    [{ KEAP_FORM_HOST: 'http://127.0.0.1:9000' }, { providerForms: 'http://127.0.0.1:9000' }],
    [{ KEAP_API_TOKEN: 'x' }, { providerApi: { url: 'https://api.keap.com/crm', token: 'x' } }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: ['loopback', '10.0.0.0/8'] }],
    [{ DATABASE_URL: 'postgres://ada@db/house', SECRET: 'x'.repeat(32) }, { databaseUrl: 'postgres://ada@db/house' }],
    [{ DATABASE_URL: 'postgres://ada@a:5432,b:5433/house', SECRET: 'x'.repeat(32) }, { databaseUrl: 'postgres://ada@a:5432,b:5433/house' }],
    [{ DATABASE_URL: 'file:///srv/x.db' }, { databaseUrl: 'file:/srv/x.db' }],
  ])('%j', (env, expected) => {
    expect(readSettings(env)).toMatchObject(expected);
  });

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ PORT: 'abc' }, 'PORT: write a number from 1 to 65535; it is "abc"'],
    ...['0', '65536', '-1', '80.5', '0x50', ' 80', '1e3'].map((PORT): [NodeJS.ProcessEnv, string] => [
      { PORT },
      `PORT: write a number from 1 to 65535; it is "${PORT}"`,
    ]),
    ...['http://127.0.0.1', '127.0.0.1:80', '[::1]', 'a b', '256.1.1.1', 'fe80::1%eth0'].map((HOST): [NodeJS.ProcessEnv, string] => [
      { HOST },
      `HOST: write a host name or an IP address alone, for example 127.0.0.1; it is "${HOST}"`,
    ]),
    ...[
      'founderhouse.example',
      'ftp://a.example',
      'https:a.example',
      'https://',
      'https://a.example/retreat',
      'https://a.example/?x',
      'https://a.example/#x',
      'https://a b.example',
      'https://a,b',
    ].map((SITE_URL): [NodeJS.ProcessEnv, string] => [
      { SITE_URL },
      `SITE_URL: write http:// or https:// and a host, without a path, for example https://founderhouse.example; it is "${SITE_URL}"`,
    ]),
    [
      { SITE_URL: 'https://ada:secret@a.example' },
      'SITE_URL: write http:// or https:// and a host, without a path, for example https://founderhouse.example; it is "https://…@a.example"',
    ],
    ...['mysql://ada:secret@db/house', 'postgres://ada:secret@a:1,b:x/house', 'file:'].map((DATABASE_URL): [NodeJS.ProcessEnv, string] => [
      { DATABASE_URL, SECRET: 'x'.repeat(32) },
      `DATABASE_URL: write file: and the path of a file, for example file:/var/lib/founder-house/founder-house.db, or postgres://user:password@host:5432/name; it is "${DATABASE_URL.replace('ada:secret', '…')}"`,
    ]),
    [
      { DATABASE_URL: 'postgres://ada:secret@db/house' },
      'SECRET: set it to the same text on every instance, since DATABASE_URL names a server: to the text of the file secret in DATA_DIR if the site has used SQLite, so that links in its emails keep working, else to what "openssl rand -base64 32" prints; it is not set',
    ],
    [
      { SECRET: 'too short' },
      'SECRET: write at least 32 characters that nobody can guess, for example what "openssl rand -base64 32" prints; it is not shown here',
    ],
    ...['on', '1', '10.0.0.0/33', 'loopback, nowhere'].map((TRUST_PROXY): [NodeJS.ProcessEnv, string] => [
      { TRUST_PROXY },
      `TRUST_PROXY: write off, or addresses and networks separated by commas, for example loopback, 10.0.0.0/8; it is "${TRUST_PROXY}"`,
    ]),
    [
      { SMTP_URL: 'mail.example' },
      'SMTP_URL: write smtp:// or smtps:// and a host, for example smtps://user:password@mail.example:465; it is not shown here',
    ],
    // A password is often why an address cannot be read.
    [
      { SMTP_URL: 'smtps://ada:secret' },
      'SMTP_URL: write smtp:// or smtps:// and a host, for example smtps://user:password@mail.example:465; it is not shown here',
    ],
    [
      { SMTP_URL: 'smtp:/ada:secret@mail.example' },
      'SMTP_URL: write smtp:// or smtps:// and a host, for example smtps://user:password@mail.example:465; it is not shown here',
    ],
    [
      { SMTP_URL: 'smtps://ada:se/cret@pass@mail.example:465/' },
      'SMTP_URL: write smtp:// or smtps:// and a host, for example smtps://user:password@mail.example:465; it is not shown here',
    ],
    [
      { MAIL_FROM: 'Founder\nHouse <hello@a.example>' },
      `MAIL_FROM: ${sender}; it is ${JSON.stringify('Founder\nHouse <hello@a.example>')}`,
    ],
    ...['Founder House', 'Founder House <hello>'].map((MAIL_FROM): [NodeJS.ProcessEnv, string] => [
      { MAIL_FROM },
      `MAIL_FROM: ${sender}; in .env, put quotation marks around the whole value, never around the name alone; it is "${MAIL_FROM}"`,
    ]),
    ...['https://provider.example', 'http://provider.example', 'provider.example/form', 'provider.example:99999'].map(
      (KEAP_FORM_HOST): [NodeJS.ProcessEnv, string] => [
        { KEAP_FORM_HOST },
        `KEAP_FORM_HOST: write the host of your forms at the provider, without https://, for example example.provider.com; it is "${KEAP_FORM_HOST}"`,
      ],
    ),
    [
      { WEBHOOK_URL: 'https://hooks.example/house' },
      'WEBHOOK_SECRET: set it, since WEBHOOK_URL is set: it signs the messages; it is not set',
    ],
    // fetch() refuses these, and its error message would repeat the password.
    [
      { WEBHOOK_URL: 'https://ada:secret@hooks.example/house', WEBHOOK_SECRET: 'a'.repeat(32) },
      'WEBHOOK_URL: write an address without a user name and a password, for example https://hooks.example/founder-house; it is not shown here',
    ],
    [
      { KEAP_API_URL: 'https://ada:secret@api.example' },
      'KEAP_API_URL: write an address that begins with https://, without a user name and a password, for example https://api.keap.com/crm; it is "https://…@api.example"',
    ],
    // The token would be sent in clear text.
    ...['http://api.keap.com/crm', 'http://127.0.0.1.api.example', 'http://10.0.0.1:8080'].map(
      (KEAP_API_URL): [NodeJS.ProcessEnv, string] => [
        { KEAP_API_URL },
        `KEAP_API_URL: write an address that begins with https://, without a user name and a password, for example https://api.keap.com/crm; it is "${KEAP_API_URL}"`,
      ],
    ),
    // It could not be sent in a header.
    ...['two\nlines', 'with “quotation marks”'].map((KEAP_API_TOKEN): [NodeJS.ProcessEnv, string] => [
      { KEAP_API_TOKEN },
      'KEAP_API_TOKEN: copy the token as the provider shows it: letters, digits and symbols, without spaces; it is not shown here',
    ]),
    [
      { SITE_URL: 'founderhouse.example', DESK_ORIGIN: 'https://desk.founderhouse.example' },
      'SITE_URL: write http:// or https:// and a host, without a path, for example https://founderhouse.example; it is "founderhouse.example"',
    ],
    [{ METRICS_PORT: '4321' }, 'METRICS_PORT: write a port other than PORT; it is "4321"'],
    [{ METRICS_PORT: '4322', DESK_ORIGIN: 'https://desk.example' }, 'METRICS_PORT: write a port other than DESK_PORT; it is "4322"'],
    [{ WORKER: 'yes' }, 'WORKER: write on or off; it is "yes"'],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE: write a whole number from 1, for example 10; it is "0"'],
  ])('%j is refused', (env, message) => {
    expect(messageOf(env)).toBe(message);
  });

  it('report every error, one per line', () => {
    expect(
      messageOf({ HOST: 'a b', PORT: 'x', SITE_URL: 'x' })
        .split('\n')
        .map((line) => line.split(':', 1)[0]),
    ).toEqual(['HOST', 'PORT', 'SITE_URL']);
  });
});

it('.env.example lists exactly the settings, with their defaults', () => {
  const text = readFileSync(join(root, '.env.example'), 'utf8');
  expect(Object.values(parseEnv(text))).toEqual([]);
  const settings = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gmu, ''));
  expect(Object.keys(settings).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
  expect(readSettings(settings)).toEqual(readSettings({}));
  for (const name of Object.keys(settings)) expect(text).toMatch(new RegExp(`^# [^\n]+\n(?:#[^\n]*\n)*#${name}=`, 'mu'));
});
