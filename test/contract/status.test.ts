import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { listSubmissions, shownIn } from '../support/forms.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { unlimited } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** A founder's status page, over HTTP. */
let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess(unlimited);
});
afterAll(() => site[Symbol.asyncDispose]());

async function joinAndGetStatusLink() {
  const founder = await joinWaitlist(site);
  return { ...founder, address: await founder.linkFrom(/./u, 'status') };
}

const isTicked = async (page: Response) => /name="short_notice"[^>]*checked|checked[^>]*name="short_notice"/u.test(await page.text());
const requestLostLink = (email: string, where = site) => submit(where.url + paths.lostLink, { inf_field_Email: email });

describe('the status page', () => {
  it('shows the state of the entry, and changes nothing when it is opened', async () => {
    const founder = await joinAndGetStatusLink();
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await fetch(founder.address, { method });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      });
    }
    const page = await (await fetch(founder.address)).text();
    expect(page).toContain('You’re on the waitlist');
    expect(page).toContain('The Founder House Retreat, Spring 2026 in Austin, Texas');
    expect(page).toContain(founder.email);
    await founder.invite();
    expect(await (await fetch(founder.address)).text()).toMatch(/You’re invited[\s\S]*href="\/invitation\//u);
  });

  it('saves corrected details, which the organizer’s list shows, and sends no mail', async () => {
    const founder = await joinAndGetStatusLink();
    const before = (await founder.subjects()).length;
    const changed = { ...founder.typed, inf_field_Company: 'Vane & Nieces' };
    const saved = await submit(founder.address, { ...changed, action: 'details', inf_field_Email: 'someone.else@example.com' });
    expect([saved.status, await saved.text()]).toEqual([200, expect.stringMatching(/Saved[\s\S]*Vane &amp; Nieces/u)]);
    expect((await listSubmissions(site)).filter(({ fields }) => fields['inf_field_Email'] === founder.email)).toMatchObject([
      { state: 'accepted', fields: changed },
    ]);
    expect(await (await fetch(founder.address)).text()).toContain('Vane &amp; Nieces');
    expect((await founder.subjects()).length).toBe(before);
    expect(await founder.state()).toBe('waiting');
  });

  it('returns invalid details with 422, their values and error messages', async () => {
    const founder = await joinAndGetStatusLink();
    const response = await submit(founder.address, {
      ...founder.typed,
      action: 'details',
      inf_field_FirstName: ' ',
      inf_field_Company: '<b>Typed</b>',
    });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toMatch(/<title>Error: /u);
    for (const words of ['Enter your first name', '&lt;b&gt;Typed', 'href="#field-inf_field_FirstName"']) expect(page).toContain(words);
  });

  it('saves whether the founder could come at short notice', async () => {
    const founder = await joinAndGetStatusLink();
    expect(await isTicked(await fetch(founder.address))).toBe(false);
    await submit(founder.address, { action: 'notice', short_notice: 'yes' });
    expect(await isTicked(await fetch(founder.address))).toBe(true);
    // A post without the hidden field of the checkbox does not change it.
    await submit(founder.address, { ...founder.typed, action: 'details' });
    expect(await isTicked(await fetch(founder.address))).toBe(true);
    await submit(founder.address, { action: 'notice' });
    expect(await isTicked(await fetch(founder.address))).toBe(false);
  });

  it('saves details and short notice together with either button, and shows both again if it refuses them', async () => {
    const founder = await joinAndGetStatusLink();
    const tick = [
      ['short_notice', 'no'],
      ['short_notice', 'yes'],
    ];
    const both = (action: string, company: string, ticks: string[][]) =>
      fetch(founder.address, {
        method: 'POST',
        body: new URLSearchParams([...Object.entries({ ...founder.typed, inf_field_Company: company, action }), ...ticks] as [
          string,
          string,
        ][]),
      });
    const stored = async () => {
      const response = await fetch(founder.address);
      return [shownIn(await response.clone().text(), 'inf_field_Company'), await isTicked(response)];
    };
    await both('details', 'Vane & Nieces', tick);
    expect(await stored()).toEqual(['Vane & Nieces', true]);
    await both('notice', 'Vane & Aunts', tick.slice(0, 1));
    expect(await stored()).toEqual(['Vane & Aunts', false]);
    for (const action of ['details', 'notice']) {
      const refused = await both(action, ' ', tick);
      expect([refused.status, await isTicked(refused)]).toEqual([422, true]);
      expect(await stored()).toEqual(['Vane & Aunts', false]);
    }
  });

  it('reports invalid UTF-8 and a repeated field as the waitlist form does', async () => {
    const founder = await joinAndGetStatusLink();
    const body = new URLSearchParams({ ...founder.typed, action: 'details', inf_field_Company: 'Vane ' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const damaged = await fetch(founder.address, { method: 'POST', body: `${body}`.replace('Vane+', 'Vane+%FF'), headers });
    expect(damaged.status).toBe(422);
    expect(await damaged.text()).toContain('Some of these characters got damaged on the way; please type this again');
    expect(shownIn(await (await fetch(founder.address)).text(), 'inf_field_Company')).toBe('Vane & Daughters');
    const twice = await fetch(founder.address, { method: 'POST', body: `${body}&inf_field_Company=Vane`, headers });
    expect(twice.status).toBe(400);
  });

  it('stores no new submission if only short notice changed', async () => {
    const founder = await joinAndGetStatusLink();
    const countSubmissions = async () => {
      const { status, stdout } = await site.organizer('person', 'export', founder.email);
      expect(status).toBe(0);
      return (JSON.parse(stdout) as { submissions: unknown[] }).submissions.length;
    };
    expect(await countSubmissions()).toBe(1);
    expect((await submit(founder.address, { ...founder.typed, action: 'notice', short_notice: 'yes' })).status).toBe(200);
    expect(await countSubmissions()).toBe(1);
  });

  it('lets a founder leave from the waitlist and with a seat, and shows the same when the button is pressed twice', async () => {
    for (const [before, after, words, subject] of [
      ['waiting', 'withdrawn', 'You’ve left the list', 'You’re off the list'],
      ['accepted', 'cancelled', 'You’ve given up your seat', 'You’ve given up your seat'],
    ] as const) {
      const founder = await joinAndGetStatusLink();
      const invitation = before === 'accepted' ? await founder.invite() : undefined;
      if (invitation) await submit(invitation, { answer: 'accept' });
      const seen: [number, string | undefined, string][] = [];
      for (const _ of ['once', 'twice']) {
        const left = await submit(founder.address, { action: 'leave' });
        seen.push([left.status, /<h1[^>]*>([^<]*)/u.exec(await left.text())?.[1], await founder.state()]);
      }
      expect(seen).toEqual([
        [200, words, after],
        [200, words, after],
      ]);
      expect((await site.organizer('retreat', 'history', founder.id)).stdout.match(/founder +leave/gu)).toHaveLength(1);
      await expect.poll(founder.subjects).toContain(subject);
      for (const response of invitation ? [await fetch(invitation), await submit(invitation, { answer: 'accept' })] : [])
        expect([response.status, await response.text()]).toEqual([410, expect.stringMatching(/<h1[^>]*>You’ve given up your seat/u)]);
      // A post from an old page that is still open: only the waitlist form puts a founder back on the list.
      expect((await submit(founder.address, { ...founder.typed, action: 'details' })).status).toBe(200);
      expect(await founder.state()).toBe(after);
      expect(await (await fetch(founder.address)).text()).not.toContain('value="leave"');
    }
  });

  it('does not say that a founder gave up a seat that the organizer withdrew, and takes no button of the page from before', async () => {
    const founder = await joinAndGetStatusLink();
    await submit(await founder.invite(), { answer: 'accept' });
    expect((await site.organizer('retreat', 'revoke', founder.id, '--yes')).status).toBe(0);
    const stale = await submit(founder.address, { action: 'alumnae', alumnae: 'yes' });
    expect([stale.status, await stale.text()]).toEqual([200, expect.stringContaining('We had to withdraw your seat')]);
  });

  it('refuses an unknown action with 400 and a post from another origin with 403', async () => {
    const founder = await joinAndGetStatusLink();
    expect((await submit(founder.address, { action: 'erase' })).status).toBe(400);
    expect((await submit(founder.address, { action: 'leave' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await founder.state()).toBe('waiting');
  });

  it('limits the corrections of one entry per minute, but not leaving', async () => {
    await using strict = await startSiteInProcess({ ...unlimited, RATE_LIMIT_PER_MINUTE: '3' });
    const founder = await joinWaitlist(strict);
    const address = await founder.linkFrom(/./u, 'status');
    const correct = (brand: string) => submit(address, { ...founder.typed, inf_field_Company: brand, action: 'details' });
    const statuses: number[] = [];
    for (const brand of ['one', 'two', 'three', 'four']) statuses.push((await correct(brand)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await correct('<five>');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await refused.text();
    expect(page).toMatch(/<title>Error: [\s\S]*saved this many times within a minute/u);
    expect(shownIn(page, 'inf_field_Company')).toBe('<five>');
    expect((await listSubmissions(strict)).map(({ fields }) => fields['inf_field_Company'])).toContain('three');
    expect(await (await submit(address, { action: 'leave' })).text()).toContain('You’ve left the list');
  });

  it('returns 404 for a wrong signature and 410 once the founder was erased, each with the lost-link form', async () => {
    const founder = await joinAndGetStatusLink();
    const wrong = founder.address.replace(/.$/u, (last) => (last === 'A' ? 'E' : 'A'));
    expect((await site.organizer('person', 'erase', founder.email, '--yes')).status).toBe(0);
    for (const [address, status] of [
      [wrong, 404],
      [founder.address, 410],
    ] as const)
      for (const response of [await fetch(address), await submit(address, { action: 'leave' })]) {
        expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
        expect(await response.text()).toMatch(/This link no longer works[\s\S]*action="\/status\/lost"/u);
      }
  });
});

describe('the lost-link form', () => {
  it('sends the link once an hour, and returns the same page for known and unknown addresses', async () => {
    const founder = await joinWaitlist(site);
    const pages: string[] = [];
    for (const email of [founder.email, founder.email.toUpperCase(), 'nobody@example.com']) {
      const response = await requestLostLink(email);
      expect(response.status).toBe(200);
      pages.push(await response.text());
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('If this address is on the waitlist');
    const link = await founder.linkFrom(/^The link to your own page$/u, 'status');
    expect(await (await fetch(link)).text()).toContain('You’re on the waitlist');
    expect((await founder.subjects()).filter((subject) => subject === 'The link to your own page')).toHaveLength(1);
  });

  it('returns 429 over the rate limit', async () => {
    await using strict = await startSiteInProcess({ ...unlimited, RATE_LIMIT_PER_MINUTE: '3' });
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) statuses.push((await requestLostLink(`nobody-${times}@example.com`, strict)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(Number((await requestLostLink('nobody@example.com', strict)).headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
