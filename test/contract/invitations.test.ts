import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../src/link-tokens.ts';
import { beginInSqlite } from '../support/databases.ts';
import { joinWaitlist, submit, readDataFiles } from '../support/invitations.ts';
import { unlimited } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** The page of an invitation's link, over HTTP. */
let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess(unlimited);
});
afterAll(() => site[Symbol.asyncDispose]());

const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };
const tokenIn = (address: string) => address.split('/').at(-1) as string;

/** Sets the deadline of an invitation to a past instant. */
async function expire(address: string): Promise<void> {
  using native = new DatabaseSync(join(site.dataDir, 'founder-house.db'));
  await beginInSqlite(native);
  native.prepare(`UPDATE invitations SET expires_at = '2026-01-01T00:00:00.000Z' WHERE token_hash = ?`).run(hashOf(tokenIn(address)));
  native.exec('COMMIT');
}

function headersOf(response: Response) {
  return Object.fromEntries(Object.keys(privateHeaders).map((name) => [name, response.headers.get(name)]));
}

describe('an invitation', () => {
  it('greets the founder by name with the hosts’ note, and does not change when a mail scanner opens it', async () => {
    const founder = await joinWaitlist(site, { inf_field_FirstName: 'Zoé' });
    const address = await founder.invite('--note', 'Bring <b>your</b> questions.');
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const response = await fetch(address, { method });
      expect([response.status, headersOf(response)]).toEqual([200, privateHeaders]);
      expect((await response.text()).length > 0).toBe(method === 'GET');
    }
    const page = await (await fetch(address)).text();
    for (const words of ['Zoé, there is a seat for you', 'Bring &lt;b&gt;your', 'What your ticket includes', 'Next steps', 'Central time'])
      expect(page).toContain(words);
    for (const answer of ['accept', 'decline', 'later']) expect(page).toContain(`value="${answer}"`);
    expect(await founder.state()).toBe('invited');
  });

  it('greets a founder who typed a space after the name without that space', async () => {
    const page = await (await fetch(await (await joinWaitlist(site, { inf_field_FirstName: ' Zoé\u00A0 ' })).invite())).text();
    expect(page).toContain('>Zoé, there is a seat for you<');
  });

  it('returns 404 for an unknown token, and 410 once it has expired or was revoked', async () => {
    const [expired, revoked] = [await joinWaitlist(site), await joinWaitlist(site)];
    const [expiredAddress, revokedAddress] = [await expired.invite(), await revoked.invite()];
    await expire(expiredAddress);
    expect((await site.organizer('retreat', 'revoke', revoked.id)).status).toBe(0);
    const unknown = expiredAddress.replace(/.{5}$/u, 'wrong');
    for (const [address, status] of [
      [unknown, 404],
      [expiredAddress, 410],
      [revokedAddress, 410],
    ] as const)
      for (const response of [await fetch(address), await submit(address, { answer: 'accept' })]) {
        expect([response.status, headersOf(response)]).toEqual([status, privateHeaders]);
        expect(await response.text()).toContain('This invitation is no longer valid');
      }
    expect([await expired.state(), await revoked.state()]).toEqual(['invited', 'waiting']);
  });

  it('says after a "not this time" what became of the founder’s place, also after a yes in another window', async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite();
    expect(await (await submit(address, { answer: 'later' })).text()).toContain('You’ll keep your place on the waitlist.');
    expect(await founder.state()).toBe('waiting');
    expect(await (await submit(address, { answer: 'accept' })).text()).not.toContain('keep your place');
    const page = await (await submit(address, { answer: 'later' })).text();
    expect(page).not.toContain('keep your place');
    expect(page).toContain('We’ll offer your seat to the next founder, and your name is off the list now.');
    expect(await founder.state()).toBe('cancelled');
  });

  it('shows the founder’s answer before and after the deadline, and accepts another until then', async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite();
    const [accepted, later] = [await submit(address, { answer: 'accept' }), await submit(address, { answer: 'decline' })];
    expect([accepted.status, await accepted.text()]).toEqual([200, expect.stringContaining('The seat is yours')]);
    expect(later.status).toBe(200);
    const givenUp = await (await fetch(address)).text();
    expect(givenUp).toBe(await later.text());
    expect(givenUp).toContain('You’ve given up your seat');
    // It may have gone to another founder by now.
    expect(givenUp).not.toContain('The seat is yours');
    expect(givenUp).toContain('What your ticket includes');
    await submit(address, { answer: 'accept' });
    await expire(address);
    const page = await (await fetch(address)).text();
    expect(page).toContain('The seat is yours');
    expect(page).not.toContain('name="answer"');
    const late = await submit(address, { answer: 'decline' });
    expect([late.status, await late.text()]).toEqual([
      200,
      expect.stringMatching(/The time to change your answer has passed[\s\S]*The seat is yours/u),
    ]);
    expect(await founder.state()).toBe('accepted');
    const status = /href="([^"]+)"[^>]*>If something came up, give up your seat/u.exec(page)![1]!;
    expect(await (await submit(site.url + status, { action: 'leave' })).text()).toContain('You’ve given up your seat');
    expect(await (await fetch(address)).text()).not.toMatch(/What your ticket includes|Next steps/u);
  });

  it('has a calendar file only after it was accepted', async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite();
    expect((await fetch(`${address}?calendar`)).status).toBe(404);
    await submit(address, { answer: 'accept' });
    const file = await fetch(`${address}?calendar`);
    expect([file.status, file.headers.get('content-type'), headersOf(file)]).toEqual([200, 'text/calendar; charset=utf-8', privateHeaders]);
    const text = await file.text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/u);
    expect(text).toContain('DTSTART:20251020T210000Z');
    expect(text).not.toContain(tokenIn(address));
  });

  it('refuses an unknown answer with 422, two answers with 400, and posts from another origin with 403', async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite();
    for (const fields of [{ answer: 'yes' }, { answer: '' }, {}] as Record<string, string>[]) {
      const response = await submit(address, fields);
      expect([response.status, headersOf(response)]).toEqual([422, privateHeaders]);
      expect(await response.text()).toMatch(/<title>Error: [\s\S]*We didn’t get your answer/u);
    }
    const both = await fetch(address, { method: 'POST', body: new URLSearchParams('answer=accept&answer=decline') });
    expect(both.status).toBe(400);
    for (const origin of ['https://elsewhere.example', 'null'])
      expect((await submit(address, { answer: 'accept' }, { origin })).status).toBe(403);
    const json = await fetch(address, { method: 'POST', body: '{"answer":"accept"}', headers: { 'content-type': 'application/json' } });
    expect(json.status).toBe(415);
    const put = await fetch(address, { method: 'PUT', body: 'answer=accept' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await founder.state()).toBe('invited');
    expect((await submit(address, { answer: 'later' }, { origin: site.url })).status).toBe(200);
    expect(await founder.state()).toBe('waiting');
  });

  it('leaves its token neither in the log nor in plain text in the data folder', async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite();
    const status = await founder.linkFrom(/waitlist|list/iu, 'status');
    for (const link of [address, status]) {
      for (const at of [link, `${link}/`, `${link}?x=1`, `${link}/more`, `/..${new URL(link).pathname}`])
        await fetch(new URL(at, site.url));
      await submit(link, { answer: 'accept', action: 'notice' });
      await fetch(link, { method: 'DELETE' });
    }
    await founder.linkFrom(/seat for you/u, 'invitation');
    expect(site.printed()).toContain('/invitation/:token');
    for (const token of [tokenIn(address), tokenIn(status)])
      for (const place of [site.printed(), readDataFiles(site)]) expect(place.includes(token)).toBe(false);
  });

  it('sends an email with a link for each step', { timeout: 120_000 }, async () => {
    const founder = await joinWaitlist(site);
    const address = await founder.invite('--note', 'We met in Waco.', '--expires', '36h');
    expect(await founder.linkFrom(/there’s a seat for you/u, 'invitation')).toBe(address);
    await submit(address, { answer: 'later' });
    await founder.linkFrom(/./u, 'status');
    expect(await founder.linkFrom(/^Another time, then$/u, 'invitation')).toBe(address);
    const again = await founder.invite();
    await submit(again, { answer: 'accept' });
    expect(await founder.linkFrom(/Your seat is yours/u, 'invitation')).toBe(again);
    await submit(again, { answer: 'decline' });
    expect(await founder.linkFrom(/^Thank you for telling us$/u, 'invitation')).toBe(again);
  });
});
