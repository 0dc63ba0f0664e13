import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { post, waitlist, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { root } from '../support/environment.ts';
import { startSite } from '../support/site.ts';

/** Sends requests of every kind, and then searches the log for everything that visitors sent. */
const person = {
  inf_field_FirstName: 'Zephyrine',
  inf_field_LastName: 'Quillfeather',
  inf_field_Email: 'zephyrine.quillfeather@marmalade.example',
  inf_field_Company: 'Marmalade & Moss',
  inf_field_Phone1: '512-555-0177',
  inf_custom_SystemSize: '100-149 Units',
};
const question = 'How did you survive that February?';
const wish = 'Numbers without varnish';
const client = '203.0.113.77';
const neighbour = '2001:db8:77:100::9';

interface Line {
  msg?: string;
  reference?: string;
}

it('the log contains nothing that visitors sent, and one line with a reference for each request', async () => {
  await using site = await startSite({ env: { ...cheapProofs, TRUST_PROXY: 'loopback', RATE_LIMIT_PER_MINUTE: '6' } });
  const responses: Response[] = [];
  const keep = async (response: Promise<Response>) => {
    responses.push(await response);
    return response;
  };
  const send = (formId: string, more: Record<string, string>, from = client) =>
    keep(
      post(
        site,
        formId,
        { ...person, ...more },
        { 'x-forwarded-for': from, 'user-agent': person.inf_field_LastName, referer: `${site.url}/?${person.inf_field_Email}` },
      ),
    );
  const visit = (path: string, init: RequestInit = {}) => keep(fetch(site.url + path, { redirect: 'manual', ...init }));
  const questions = { inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions: question };

  const altcha = await makeProof();
  expect((await send(workshop.id, { ...questions, altcha })).status).toBe(303);
  expect((await send(workshop.id, { ...questions, altcha })).status).toBe(422);
  expect((await send(waitlist.id, { inf_custom_FounderHouseRetreatLeaveWith: wish })).status).toBe(303);
  expect((await send(workshop.id, { ...questions, leave_this_empty: wish, utm_term: wish })).status).toBe(303);
  expect((await send(workshop.id, { ...questions, inf_field_FirstName: '', altcha: await makeProof() })).status).toBe(422);
  expect((await send(workshop.id, { ...questions, altcha: btoa(person.inf_field_Email) })).status).toBe(422);
  expect((await send(workshop.id, questions)).status).toBe(429);
  expect((await send('unknown', questions, neighbour)).status).toBe(404);

  const mails = () => mailsIn(join(site.dataDir, 'mail'));
  await expect.poll(async () => (await mails()).length).toBe(2);
  const links = (await mails()).flatMap((text) => [...text.matchAll(/\/(\w+)\/([\w-]{20,})/gu)].map(([, page, token]) => [page, token]));
  const tokens = [...new Set(links.map(([, token]) => token as string))];
  const token = links.find(([page]) => page === 'confirm')?.[1] as string;
  expect((await visit(`/confirm/${token}`)).status).toBe(200);
  expect((await visit(`/confirm/${token}`, { method: 'POST' })).status).toBe(200);
  for (const path of [`/confirm/${token}/`, `/confirm/${token}x`, `/Confirm/${token}`, `/invitation/${token}`, `/${token}`, `//${token}`])
    await visit(path);
  for (const path of [person.inf_field_Email, encodeURIComponent(person.inf_field_Email), person.inf_field_Phone1, client, neighbour])
    for (const prefix of [
      '/nowhere/',
      '/',
      '/?q=',
      '/speaker-series?q=',
      '/speaker-series/?q=',
      '/healthz?',
      '/app/form/process/',
      '/%zz/',
    ])
      await visit(prefix + path);

  rmSync(join(site.dataDir, 'founder-house.db'));
  expect((await send(workshop.id, { ...questions, altcha: await makeProof() }, neighbour)).status).toBe(503);
  expect((await visit('/readyz')).status).toBe(503);
  expect((await visit(`/confirm/${token}`, { method: 'POST' })).status).toBe(503);
  await site.end();

  const log = site.printed();
  const secrets = [
    ...Object.values(person),
    'zephyrine',
    'marmalade',
    '5550177',
    question,
    wish,
    ...tokens,
    altcha,
    cheapProofs.SECRET,
    client,
    neighbour,
    '2001:db8',
  ];
  expect(secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);

  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'request finished');
  expect(lines).toHaveLength(responses.length);
  const references = lines.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(lines.length);
  const sentReferences = responses.flatMap(({ headers }) => headers.get('x-request-id') ?? []);
  expect(sentReferences.filter((reference) => !references.includes(reference))).toEqual([]);
  expect(log).toContain('a form post could not be processed');
});

async function mailsIn(folder: string): Promise<string[]> {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return Promise.all(files.map(async (name) => (await PostalMime.parse(readFileSync(join(folder, name)))).text ?? ''));
}

/** Logs an error as pg throws it, with values of the row; then the same error as the cause of another. */
const script = `
  const [{ createLog }, { openOutput }] = await Promise.all([import('./src/app/log.ts'), import('./src/app/log-output.ts')]);
  const log = createLog(openOutput());
  const row = { detail: 'Key (email_key)=(zephyrine@marmalade.example) already exists.', where: 'zephyrine', parameters: ['zephyrine'], query: 'zephyrine' };
  const error = Object.assign(new Error('duplicate key value violates unique constraint "submissions_one_standing"'), row, { code: '23505' });
  log.error({ err: error }, 'one');
  log.error({ err: new Error('wrapped', { cause: error }) }, 'two');
  log.error({ values: row, fields: row, email: 'zephyrine', token: 'zephyrine', body: 'zephyrine', headers: row }, 'three');
  log.flush();`;

it('the log of a database error contains its code, but no values of the row', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toHaveLength(3);
  expect(stdout).toContain('23505');
  expect(stdout).not.toContain('zephyrine');
});
