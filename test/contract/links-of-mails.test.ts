import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { signedId } from '../../src/link-tokens.ts';
import { answers, content, listed, post, waitlist, workshop } from '../support/forms.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { Listed } from '../support/forms.ts';
import type { MailServer } from '../support/mail-server.ts';
import { unlimited, withProof } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** What the links of a mail open, and for whom. */
const SECRET = 'a secret of thirty-two characters and more';
let mailServer: MailServer;
let site: Site;
beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startSite({ env: { ...unlimited, SECRET, SMTP_URL: mailServer.url } });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await mailServer[Symbol.asyncDispose]();
});

/** Registers somebody; answers with her letter and what she typed. */
async function registered(more: Record<string, string> = {}) {
  const typed = answers(more);
  expect((await post(site, workshop.id, await withProof(site, typed))).status).toBe(303);
  const letter = await mailServer.waitForMailTo(typed['inf_field_Email'] as string);
  const link = (part: string) =>
    /https?:\/\/\S+/u.exec((letter.mail.text ?? '').slice((letter.mail.text ?? '').indexOf(part)))?.[0] as string;
  return { typed, letter, link };
}

/** Why an address gets no mails or no reminders, as the database has it. */
function reasonsAgainst(email: string): string[] {
  using database = new DatabaseSync(join(site.dataDir, 'founder-house.db'), { readOnly: true });
  const rows = database.prepare('SELECT reason FROM suppressions WHERE email_key = ?').all(email.toLowerCase()) as { reason: string }[];
  return rows.map(({ reason }) => reason);
}

describe('the link that ends reminders', () => {
  const secret = { 'x-robots-tag': 'noindex', 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' };

  it('shows a button to whoever opens it, and changes nothing', async () => {
    const { typed, link } = await registered();
    const address = link('No reminders, please');
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await fetch(address, { method });
      expect([method, answer.status]).toEqual([method, 200]);
      for (const [name, value] of Object.entries(secret)) expect([name, answer.headers.get(name)]).toEqual([name, value]);
    }
    expect(await (await fetch(address)).text()).toMatch(/Shall we stop reminding you\?[^]*<form method="post">/u);
    expect(reasonsAgainst(typed['inf_field_Email'] as string)).toEqual([]);
  });

  it.each([
    ['without an origin, as a mail program posts', {}],
    ['from a foreign page', { origin: 'https://mail.example' }],
    ['from a page that hides its origin', { origin: 'null' }],
    ['from its own page', { origin: 'here' }],
  ])('takes one press %s', async (_from, headers: { origin?: string }) => {
    const { typed, letter } = await registered({ inf_field_Email: `Ottoline.${crypto.randomUUID()}@example.com` });
    const header = (name: string) => letter.mail.headers.find(({ key }) => key === name)?.value;
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
    for (const answer of [await press(), await press()]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('No more reminders');
    }
    expect(reasonsAgainst(typed['inf_field_Email'] as string)).toEqual(['reminders']);
  });

  it('is unknown where we did not write it', async () => {
    const { link } = await registered();
    const good = link('No reminders, please');
    const forged = [good.slice(0, -2) + (good.endsWith('AA') ? 'BB' : 'AA'), `${site.url}/unsubscribe/${'A'.repeat(43)}`];
    // A link of another purpose opens nothing here.
    const [{ id }] = (await listed(site, '--limit', '1')) as [Listed];
    forged.push(site.url + paths.unsubscribe(signedId(SECRET, 'prefill', id)));
    for (const address of forged) for (const method of ['GET', 'POST']) expect((await fetch(address, { method })).status).toBe(404);
    expect((await fetch(good, { method: 'PUT' })).status).toBe(405);
  });
});

const fill = (link: (part: string) => string) => link(content.retreats[0]!.facts.callToAction);

describe('the waitlist with her answers in it', () => {
  it('holds what she typed, is kept by nobody, and can be sent', async () => {
    const { typed, link } = await registered({ inf_field_Company: 'Vane & "Daughters" <b>' });
    const answer = await fetch(fill(link));
    const html = await answer.text();
    expect([answer.status, answer.headers.get('x-robots-tag'), answer.headers.get('cache-control')]).toEqual([200, 'noindex', 'no-store']);
    expect(html).toContain(`value="${typed['inf_field_Email']}"`);
    expect(html).toContain('value="Vane &amp; &quot;Daughters&quot; &lt;b&gt;"');
    expect(html).toMatch(/<option[^>]+selected[^>]*>11-25 Units/u);
    expect(html).toContain(`action="${paths.process(waitlist.id)}"`);
    expect((await fetch(fill(link), { method: 'HEAD' })).status).toBe(200);
  });

  it('is unknown with another token, and the plain form without one', async () => {
    for (const token of ['', 'x', 'A'.repeat(43)])
      expect((await fetch(site.url + paths.prefilledForm(waitlist.id, token))).status).toBe(404);
    expect((await fetch(`${site.url}${paths.form('0'.repeat(32))}?with=${'A'.repeat(43)}`)).status).toBe(404);
    expect((await fetch(site.url + paths.form(waitlist.id))).status).toBe(200);
  });

  it('is gone once she is erased', async () => {
    const { typed, link } = await registered();
    const database = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
    database.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    database.exec('BEGIN IMMEDIATE');
    database
      .prepare('DELETE FROM deliveries WHERE submission_id IN (SELECT id FROM submissions WHERE email_key = ?)')
      .run(typed['inf_field_Email'] as string);
    database.prepare('DELETE FROM submissions WHERE email_key = ?').run(typed['inf_field_Email'] as string);
    database.exec('COMMIT');
    database.close();
    expect((await fetch(fill(link))).status).toBe(410);
    expect((await fetch(link('No reminders, please'))).status).toBe(404);
    expect(await (await fetch(link('Add it to your calendar'))).text()).not.toContain(content.workshops[0]?.join.text.slice(0, 20));
  });
});

describe('the calendar file of one who registered', () => {
  const joining = (content.workshops[0]?.join.text ?? '').slice(0, 20);

  it('says how to join, and the one for everyone does not', async () => {
    const { link } = await registered();
    const own = await fetch(link('Add it to your calendar'));
    expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ]);
    expect((await own.text()).replaceAll('\r\n ', '')).toContain(joining);
    const slug = content.workshops[0]?.slug as string;
    for (const address of [paths.calendar(slug), paths.ownCalendar(slug, 'A'.repeat(43))]) {
      const everyone = await fetch(site.url + address);
      expect([everyone.status, (await everyone.text()).replaceAll('\r\n ', '').includes(joining)]).toEqual([200, false]);
    }
  });

  it('says nothing to the link of another form', async () => {
    const typed = answers();
    await post(site, waitlist.id, await withProof(site, typed));
    const found = (await listed(site, '--form', 'waitlist')).find(({ fields }) => fields['inf_field_Email'] === typed['inf_field_Email']);
    const address = paths.ownCalendar(content.workshops[0]?.slug as string, signedId(SECRET, 'calendar', found?.id as string));
    expect((await (await fetch(site.url + address)).text()).replaceAll('\r\n ', '')).not.toContain(joining);
  });
});

it('no log line holds a token', async () => {
  const { link } = await registered();
  const address = link('No reminders, please');
  await fetch(address);
  await site.end();
  expect(site.printed()).toContain('/unsubscribe/:token');
  expect(site.printed()).not.toContain(address.split('/').at(-1));
});
