import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { startProvider } from '../../test/fakes/provider.ts';
import type { Provider } from '../../test/fakes/provider.ts';
import { atTheProvider, secret } from '../../test/support/outboxes.ts';
import { waitlist, workshop } from '../../test/support/forms.ts';
import { startMailServer, refusal } from '../../test/support/mail-server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { doctorLines } from '../../test/support/doctor.ts';

const api = ({ url, token }: Provider['api']) => ({ KEAP_API_URL: url, KEAP_API_TOKEN: token });
const hook = (url: string) => doctorLines('provider', { WEBHOOK_URL: url, WEBHOOK_SECRET: secret });
const inbox = { ORGANIZER_EMAIL: 'ada@founderhouse.example' };

/** Options of a mail server that requires a login. */
const withPassword: SMTPServerOptions = {
  onAuth: ({ password }, _session, done) => done(password === 'pass-word' ? null : refusal(535, 'no'), { user: 'us' }),
};

describe('the doctor check of the mail server', () => {
  it('logs in and sends no mail', async () => {
    const began: string[] = [];
    const options = {
      ...withPassword,
      onMailFrom: (address, _session, done) => (began.push(address.address), done()),
    } satisfies SMTPServerOptions;
    await using mailServer = await startMailServer(options, { user: 'us:pass-word@' });
    const place = `SMTP_URL (127.0.0.1:${mailServer.port})`;
    expect(await doctorLines('mail', { SMTP_URL: mailServer.url, ...inbox })).toEqual({
      status: 0,
      lines: [`ok ${place} accepts our login`],
    });
    expect(await doctorLines('mail', { SMTP_URL: mailServer.url })).toEqual({
      status: 0,
      lines: [
        `ok ${place} accepts our login`,
        'warn ORGANIZER_EMAIL is not set: nobody gets an email about sign-ups, or when the provider refuses them',
      ],
    });
    expect([began, mailServer.received]).toEqual([[], []]);
  });

  it('reports problems with what to fix, without the password', async () => {
    await using mailServer = await startMailServer(withPassword, { user: 'us:wrong-word@' });
    await using secure = await startMailServer({ secure: true });
    await using strict = await startMailServer({ onConnect: (_session, done) => done(refusal(554, 'not you')) });
    const lines: string[] = [];
    for (const url of [mailServer.url, 'smtp://us:wrong-word@127.0.0.1:1', secure.url.replace('smtp:', 'smtps:'), strict.url]) {
      const said = await doctorLines('mail', { SMTP_URL: url, ...inbox });
      expect(said.status).toBe(1);
      lines.push(...said.lines);
    }
    expect(lines).toEqual([
      `fix SMTP_URL (127.0.0.1:${mailServer.port}): the mail server refuses the login; correct the user name and the password in SMTP_URL`,
      'fix SMTP_URL (127.0.0.1:1): the mail server cannot be reached (ECONNREFUSED); check SMTP_URL',
      expect.stringMatching(/cannot be reached \((?:no authority .*|its certificate has expired): [A-Z_]+\); check SMTP_URL$/u),
      `fix SMTP_URL (127.0.0.1:${strict.port}): the mail server refuses the connection (554); check SMTP_URL, or ask the operator of that server`,
    ]);
  });
});

describe('the doctor check of the provider', () => {
  it('requests only the forms and the custom fields, with the token', async () => {
    await using provider = await startProvider(atTheProvider);
    const { host } = new URL(provider.url);
    expect(await doctorLines('provider', { KEAP_FORM_HOST: provider.url })).toEqual({
      status: 0,
      lines: [`ok KEAP_FORM_HOST (${host}) has 2 forms of content/`],
    });
    expect(await doctorLines('provider', api(provider.api))).toEqual({
      status: 0,
      lines: [`ok KEAP_API_URL (${host}) accepts our token, and has every custom field of the forms`],
    });
    expect(provider.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /app/form/${waitlist.id}`,
      `GET /app/form/${workshop.id}`,
      'GET /crm/rest/v2/contacts/model',
    ]);
    expect((await doctorLines('provider', { KEAP_FORM_HOST: provider.url, ...api(provider.api) })).lines[0]).toBe(
      'warn KEAP_FORM_HOST and KEAP_API_TOKEN are both set: the provider gets everything twice; unset one',
    );
  });

  it('reports a missing form, field or permission with what to fix', async () => {
    const missing = ['FounderHouseRetreatBringToTheTable', 'FounderHouseRetreatLeaveWith'];
    const customFields = atTheProvider.customFields.filter((name) => !missing.includes(name));
    await using provider = await startProvider({ forms: [waitlist.id], customFields });
    const { host } = new URL(provider.url);
    expect(await doctorLines('provider', { KEAP_FORM_HOST: provider.url })).toEqual({
      status: 1,
      lines: [
        `fix KEAP_FORM_HOST (${host}): there is no form ${workshop.id} (${workshop.name}); set its id in content/ as the provider shows it`,
      ],
    });
    expect(await doctorLines('provider', api(provider.api))).toEqual({
      status: 1,
      lines: [`fix KEAP_API_URL (${host}): The provider has no custom field for contacts called ${missing.join(' or ')}; create it there`],
    });
    const wrong = { ...provider.api, token: 'another-token' };
    expect((await doctorLines('provider', api(wrong))).lines).toEqual([
      `fix KEAP_API_URL (${host}): The provider refuses our token (401); set KEAP_API_TOKEN to a valid one`,
    ]);
    expect((await doctorLines('provider', api({ ...provider.api, url: provider.url }))).lines).toEqual([
      `fix KEAP_API_URL (${host}): The provider has no REST API at this address (404); set KEAP_API_URL to the base of its REST API, https://api.keap.com/crm`,
    ]);
    expect(provider.contacts).toEqual([]);
  });

  it('advises the API where a hosted form demands a captcha in a browser', async () => {
    await using provider = await startProvider({ hasCaptcha: true });
    const { status, lines } = await doctorLines('provider', { KEAP_FORM_HOST: provider.url });
    expect(status).toBe(0);
    expect(lines.slice(0, 2)).toEqual(
      [waitlist, workshop].map(
        ({ id }) => expect.stringMatching(new RegExp(`^warn .* form ${id} .*captcha.*KEAP_API_TOKEN`, 'u')) as string,
      ),
    );
  });

  it('reports a provider that is unreachable, fails or does not respond', async () => {
    await using provider = await startProvider(atTheProvider);
    const { host } = new URL(provider.url);
    const form = { KEAP_FORM_HOST: provider.url };
    provider.fail('error');
    expect(await doctorLines('provider', form)).toEqual({
      status: 0,
      lines: [waitlist, workshop].map(
        ({ id }) =>
          `warn KEAP_FORM_HOST (${host}): ${provider.url}/app/form/${id} shows no form, but responds with 500: An unexpected error occurred`,
      ),
    });
    const cannot = `warn KEAP_API_URL (${host}): The provider cannot accept it now`;
    expect(await doctorLines('provider', api(provider.api))).toEqual({
      status: 0,
      lines: [`${cannot} (500: An unexpected error occurred); sign-ups will wait until it does`],
    });
    provider.fail('busy');
    expect(await doctorLines('provider', api(provider.api))).toEqual({
      status: 0,
      lines: [`${cannot} (429: Quota Exceeded); sign-ups will wait until it does`],
    });
    provider.fail('page');
    expect(await doctorLines('provider', api(provider.api))).toMatchObject({ status: 1 });
    provider.fail('hang');
    expect(await doctorLines('provider', form)).toEqual({
      status: 1,
      lines: [`fix KEAP_FORM_HOST (${host}): no response within 10 seconds`],
    });
    const port = await freePort();
    const nowhere = `http://127.0.0.1:${port}`;
    expect((await doctorLines('provider', { KEAP_FORM_HOST: nowhere })).lines).toEqual([
      `fix KEAP_FORM_HOST (127.0.0.1:${port}): The provider’s form cannot be reached (ECONNREFUSED)`,
    ]);
    expect((await doctorLines('provider', api({ url: nowhere, token: 'a-token' }))).lines).toEqual([
      `fix KEAP_API_URL (127.0.0.1:${port}): The provider cannot be reached (ECONNREFUSED)`,
    ]);
  });
});

describe('the doctor check of the webhook', () => {
  it('connects to the receiver and sends nothing', async () => {
    const receivedChunks: Buffer[] = [];
    const server = createServer((socket) => socket.on('data', (chunk) => receivedChunks.push(chunk))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const plain = await hook(`http://127.0.0.1:${port}/a-path`);
    expect(plain).toEqual({
      status: 0,
      lines: [`ok WEBHOOK_URL (127.0.0.1:${port}) accepts connections; only the first message will show whether it accepts messages`],
    });
    server.close();
    await once(server, 'close');
    expect(receivedChunks).toEqual([]);
  });

  it('reports a receiver that is unreachable or has an untrusted certificate', async () => {
    await using secure = await startMailServer({ secure: true });
    const port = await freePort();
    const away = await hook(`https://127.0.0.1:${port}/a-path`);
    expect(away).toEqual({
      status: 1,
      lines: [
        `fix WEBHOOK_URL (127.0.0.1:${port}): the webhook’s receiver cannot be reached (ECONNREFUSED); check this address, and that the receiver is running, can be reached from here, and has a valid certificate; messages wait until it works`,
      ],
    });
    expect((await hook(`http://127.0.0.1:${port}`)).lines).toEqual([
      expect.stringContaining(
        'check this address, and that the receiver is running and can be reached from here; messages wait until it works',
      ),
    ]);
    const stranger = await hook(`https://127.0.0.1:${secure.port}/a-path`);
    expect(stranger.lines).toEqual([
      expect.stringMatching(/cannot be reached \((?:no authority .*|its certificate has expired): [A-Z_]+\); check .* valid certificate/u),
    ]);
    expect(JSON.stringify([away, stranger])).not.toContain('a-path');
  });
});
