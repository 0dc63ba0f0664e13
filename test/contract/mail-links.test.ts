import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { signedId } from '../../src/link-tokens.ts';
import { beginInSqlite } from '../support/databases.ts';
import { answers, content, listSubmissions, post, waitlist, workshop } from '../support/forms.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { ListedSubmission } from '../support/forms.ts';
import type { MailServer } from '../support/mail-server.ts';
import { unlimited, withProof } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** The pages that the links of emails open, and their access rules. */
const SECRET = 'a secret of thirty-two characters and more';
let mailServer: MailServer;
let site: SiteInProcess;
beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startSiteInProcess({ ...unlimited, SECRET, SMTP_URL: mailServer.url });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

/** Registers a founder for the workshop; returns the values typed, the registration email and a function that finds a link in it. */
async function register(more: Record<string, string> = {}) {
  const typed = answers(more);
  expect((await post(site, workshop.id, await withProof(site, typed))).status).toBe(303);
  const received = await mailServer.waitForMailTo(typed['inf_field_Email'] as string);
  const link = (part: string) =>
    /https?:\/\/\S+/u.exec((received.mail.text ?? '').slice((received.mail.text ?? '').indexOf(part)))?.[0] as string;
  return { typed, received, link };
}

/** Returns the reasons for which an address is suppressed in the database. */
function suppressionReasons(email: string): string[] {
  using database = new DatabaseSync(join(site.dataDir, 'founder-house.db'), { readOnly: true, timeout: 5000 });
  const rows = database.prepare('SELECT reason FROM suppressions WHERE email_key = ?').all(email.toLowerCase()) as { reason: string }[];
  return rows.map(({ reason }) => reason);
}

describe('the unsubscribe link', () => {
  const secret = { 'x-robots-tag': 'noindex', 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' };

  it('shows a button, and changes nothing when it is opened', async () => {
    const { typed, link } = await register();
    const address = link('No reminders, please');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(address, { method });
      expect([method, response.status]).toEqual([method, 200]);
      for (const [name, value] of Object.entries(secret)) expect([name, response.headers.get(name)]).toEqual([name, value]);
    }
    const page = await (await fetch(address)).text();
    expect(page).toMatch(
      /<title>(?<heading>Would you like to stop getting reminders\?) ·[^]*<h1[^>]*>\k<heading>[^]*<form method="post">/u,
    );
    expect(suppressionReasons(typed['inf_field_Email'] as string)).toEqual([]);
  });

  it.each([
    ['without an Origin, as a mail program sends it', {}],
    ['from a page of another origin', { origin: 'https://mail.example' }],
    ['with a null Origin', { origin: 'null' }],
    ['from its own page', { origin: 'here' }],
    ['as multipart/form-data', { 'content-type': 'multipart/form-data; boundary=one' }],
  ])('accepts a one-click post %s', async (_from, headers: { origin?: string; 'content-type'?: string }) => {
    const { typed, received } = await register({ inf_field_Email: `Ottoline.${crypto.randomUUID()}@example.com` });
    const header = (name: string) => received.mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = /^<(https?:[^>]+)>$/u.exec(header('list-unsubscribe') ?? '')?.[1] as string;
    const press = () =>
      fetch(address, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
          ...(headers.origin === 'here' && { origin: site.url }),
        },
        redirect: 'manual',
      });
    for (const response of [await press(), await press()]) {
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('No more reminders');
    }
    expect(suppressionReasons(typed['inf_field_Email'] as string)).toEqual(['reminders']);
  });

  it('shows who unsubscribed a button that asks for reminders again', async () => {
    const { typed, link } = await register({ inf_field_Email: `Ottoline.${crypto.randomUUID()}@example.com` });
    const [address, email] = [link('No reminders, please'), typed['inf_field_Email'] as string];
    await fetch(address, { method: 'POST' });
    const opened = await (await fetch(address)).text();
    expect([/<h1[^>]*>([^<]+)/u.exec(opened)?.[1], suppressionReasons(email)]).toEqual(['No more reminders', ['reminders']]);
    const [button = ''] = /<button[^>]*>Send me reminders again</u.exec(opened) ?? [];
    const attribute = (name: string) => new RegExp(` ${name}="(\\w+)"`, 'u').exec(button)?.[1] ?? '';
    const body = new URLSearchParams({ [attribute('name')]: attribute('value') });
    const pressed = await fetch(address, { method: 'POST', body });
    expect([pressed.status, await pressed.text()]).toEqual([200, expect.stringContaining('We’ll remind you again')]);
    expect(suppressionReasons(email)).toEqual([]);
  });

  it('returns 404 if it is forged or was made for another purpose', async () => {
    const { link } = await register();
    const good = link('No reminders, please');
    const forged = [good.slice(0, -2) + (good.endsWith('AA') ? 'BB' : 'AA'), `${site.url}/unsubscribe/${'A'.repeat(43)}`];
    // A valid signature made for another purpose.
    const [{ id }] = (await listSubmissions(site, '--limit', '1')) as [ListedSubmission];
    forged.push(site.url + paths.unsubscribe(signedId(SECRET, 'prefill', id)));
    for (const address of forged) for (const method of ['GET', 'POST']) expect((await fetch(address, { method })).status).toBe(404);
    expect((await fetch(good, { method: 'PUT' })).status).toBe(405);
  });
});

const prefilledLink = (link: (part: string) => string) => link(content.retreats[0]!.facts.callToAction);

describe('the prefilled waitlist form', () => {
  it('contains the founder’s answers, is not cached, and can be submitted', async () => {
    const { typed, link } = await register({ inf_field_Company: 'Vane & "Daughters" <b>' });
    const response = await fetch(prefilledLink(link));
    const html = await response.text();
    expect([response.status, response.headers.get('x-robots-tag'), response.headers.get('cache-control')]).toEqual([
      200,
      'noindex',
      'no-store',
    ]);
    expect(html).toContain(`value="${typed['inf_field_Email']}"`);
    expect(html).toContain('value="Vane &amp; &quot;Daughters&quot; &lt;b&gt;"');
    expect(html).toMatch(/<option[^>]+selected[^>]*>11-25 Units/u);
    expect(html).toContain(`action="${paths.process(waitlist.id)}"`);
    expect((await fetch(prefilledLink(link), { method: 'HEAD' })).status).toBe(200);
  });

  it('returns 404 with an invalid token, and the plain form without one', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)])
      expect((await fetch(site.url + paths.prefilledForm(waitlist.id, token))).status).toBe(404);
    expect((await fetch(`${site.url}${paths.form('0'.repeat(32))}?with=${'A'.repeat(43)}`)).status).toBe(404);
    expect((await fetch(site.url + paths.form(waitlist.id))).status).toBe(200);
  });

  it('returns 410 once the founder is erased', async () => {
    const { typed, link } = await register();
    const database = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    database.exec('PRAGMA foreign_keys = ON');
    await beginInSqlite(database);
    database
      .prepare('DELETE FROM deliveries WHERE submission_id IN (SELECT id FROM submissions WHERE email_key = ?)')
      .run(typed['inf_field_Email'] as string);
    database.prepare('DELETE FROM submissions WHERE email_key = ?').run(typed['inf_field_Email'] as string);
    database.exec('COMMIT');
    database.close();
    expect((await fetch(prefilledLink(link))).status).toBe(410);
    expect((await fetch(link('No reminders, please'))).status).toBe(404);
    expect(await (await fetch(link('Add it to your calendar'))).text()).not.toContain(content.workshops[0]?.join.text.slice(0, 20));
  });
});

describe('the calendar file of a registration', () => {
  const joining = (content.workshops[0]?.join.text ?? '').slice(0, 20);

  it('contains how to join, which the public calendar file does not', async () => {
    const { link } = await register();
    const own = await fetch(link('Add it to your calendar'));
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect([own.headers.get('cache-control'), own.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect((await own.text()).replaceAll('\r\n ', '')).toContain(joining);
    const slug = content.workshops[0]?.slug as string;
    for (const address of [paths.calendar(slug), paths.ownCalendar(slug, 'A'.repeat(43))]) {
      const everyone = await fetch(site.url + address);
      expect([everyone.status, (await everyone.text()).replaceAll('\r\n ', '').includes(joining)]).toEqual([200, false]);
    }
  });

  it('does not contain how to join for the submission of another form', async () => {
    const typed = answers();
    await post(site, waitlist.id, await withProof(site, typed));
    const found = (await listSubmissions(site, '--form', 'waitlist')).find(
      ({ fields }) => fields['inf_field_Email'] === typed['inf_field_Email'],
    );
    const address = paths.ownCalendar(content.workshops[0]?.slug as string, signedId(SECRET, 'calendar', found?.id as string));
    expect((await (await fetch(site.url + address)).text()).replaceAll('\r\n ', '')).not.toContain(joining);
  });
});

describe.each([
  ['zeros', Buffer.alloc(32)],
  ['letters, whose first half is no UUID', Buffer.alloc(32, 'x')],
])('a token of 32 bytes that nobody signed: %s', (_name, bytes) => {
  const token = bytes.toString('base64url');

  it.each(['confirm', 'feedback', 'invitation', 'join', 'status', 'stopLetters', 'unsubscribe'] as const)(
    'opens nothing at %s',
    async (of) => {
      const address = site.url + paths[of](token);
      expect((await fetch(address)).status).toBe(404);
      expect((await fetch(address, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })).status).toBe(404);
    },
  );

  it('opens neither a form with answers nor a calendar entry with the link to the call', async () => {
    expect((await fetch(site.url + paths.prefilledForm(waitlist.id, token))).status).toBe(404);
    const everyone = await fetch(site.url + paths.ownCalendar(content.workshops[0]!.slug, token));
    expect([everyone.status, await everyone.text()]).toEqual([200, expect.not.stringContaining('/join/')]);
  });
});

it('no log line contains a token', async () => {
  const { link } = await register();
  const address = link('No reminders, please');
  const lines = () => site.printed().split('/unsubscribe/:token').length;
  const before = lines();
  await fetch(address);
  await expect.poll(lines).toBeGreaterThan(before);
  expect(site.printed()).not.toContain(address.split('/').at(-1));
});
