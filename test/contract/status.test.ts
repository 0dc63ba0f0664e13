import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { listed, shownIn } from '../support/forms.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { unlimited } from '../support/proof.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** A founder's own page, over HTTP. */
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: unlimited });
});
afterAll(() => site[Symbol.asyncDispose]());

async function waiting() {
  const founder = await joinWaitlist(site);
  return { ...founder, address: await founder.linkFrom(/./u, 'status') };
}

const ticked = async (page: Response) => /name="short_notice"[^>]*checked|checked[^>]*name="short_notice"/u.test(await page.text());
const ask = (email: string, where = site) => submit(where.url + paths.lostLink, { inf_field_Email: email });

describe('her own page', () => {
  it('says where she stands, and changes nothing when it is only looked at', async () => {
    const founder = await waiting();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await fetch(founder.address, { method });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      });
    }
    const page = await (await fetch(founder.address)).text();
    expect(page).toContain('You are on the waitlist');
    expect(page).toContain(founder.email);
    await founder.invite();
    expect(await (await fetch(founder.address)).text()).toMatch(/You are invited[\s\S]*href="\/invitation\//u);
  });

  it('takes what she corrects: the newest stands, the list shows it, and no mail repeats it', async () => {
    const founder = await waiting();
    const before = (await founder.subjects()).length;
    const changed = { ...founder.typed, inf_field_Company: 'Vane & Nieces' };
    const saved = await submit(founder.address, { ...changed, action: 'details', inf_field_Email: 'someone.else@example.com' });
    expect([saved.status, await saved.text()]).toEqual([200, expect.stringMatching(/Saved[\s\S]*Vane &amp; Nieces/u)]);
    expect((await listed(site)).filter(({ fields }) => fields['inf_field_Email'] === founder.email)).toMatchObject([
      { state: 'accepted', fields: changed },
    ]);
    expect(await (await fetch(founder.address)).text()).toContain('Vane &amp; Nieces');
    expect((await founder.subjects()).length).toBe(before);
    expect(await founder.state()).toBe('waiting');
  });

  it('says what is wrong with what she corrects, and keeps it', async () => {
    const founder = await waiting();
    const answer = await submit(founder.address, {
      ...founder.typed,
      action: 'details',
      inf_field_FirstName: ' ',
      inf_field_Company: '<b>Typed</b>',
    });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toMatch(/<title>Error: /u);
    for (const words of ['Enter your first name', '&lt;b&gt;Typed', 'href="#field-inf_field_FirstName"']) expect(page).toContain(words);
  });

  it('keeps that she could come at two weeks’ notice, and that she could not', async () => {
    const founder = await waiting();
    expect(await ticked(await fetch(founder.address))).toBe(false);
    await submit(founder.address, { action: 'notice', short_notice: 'yes' });
    expect(await ticked(await fetch(founder.address))).toBe(true);
    // A page that did not offer it says nothing about it.
    await submit(founder.address, { ...founder.typed, action: 'details' });
    expect(await ticked(await fetch(founder.address))).toBe(true);
    await submit(founder.address, { action: 'notice' });
    expect(await ticked(await fetch(founder.address))).toBe(false);
  });

  it('keeps her answers and her tick together, whichever button she presses, and shows both again where it keeps neither', async () => {
    const founder = await waiting();
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
    const stands = async () => {
      const answer = await fetch(founder.address);
      return [shownIn(await answer.clone().text(), 'inf_field_Company'), await ticked(answer)];
    };
    await both('details', 'Vane & Nieces', tick);
    expect(await stands()).toEqual(['Vane & Nieces', true]);
    await both('notice', 'Vane & Aunts', tick.slice(0, 1));
    expect(await stands()).toEqual(['Vane & Aunts', false]);
    for (const action of ['details', 'notice']) {
      const refused = await both(action, ' ', tick);
      expect([refused.status, await ticked(refused)]).toEqual([422, true]);
      expect(await stands()).toEqual(['Vane & Aunts', false]);
    }
  });

  it('says so where characters arrived damaged, as the waitlist’s form does', async () => {
    const founder = await waiting();
    const body = new URLSearchParams({ ...founder.typed, action: 'details', inf_field_Company: 'Vane ' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const damaged = await fetch(founder.address, { method: 'POST', body: `${body}`.replace('Vane+', 'Vane+%FF'), headers });
    expect(damaged.status).toBe(422);
    expect(await damaged.text()).toContain('Some characters of this arrived damaged; type it again');
    expect(shownIn(await (await fetch(founder.address)).text(), 'inf_field_Company')).toBe('Vane & Daughters');
    const twice = await fetch(founder.address, { method: 'POST', body: `${body}&inf_field_Company=Vane`, headers });
    expect(twice.status).toBe(400);
  });

  it('takes a tick alone for no new answers', async () => {
    const founder = await waiting();
    const answers = async () => {
      const { status, stdout } = await site.organizer('person', 'export', founder.email);
      expect(status).toBe(0);
      return (JSON.parse(stdout) as { submissions: unknown[] }).submissions.length;
    };
    expect(await answers()).toBe(1);
    expect((await submit(founder.address, { ...founder.typed, action: 'notice', short_notice: 'yes' })).status).toBe(200);
    expect(await answers()).toBe(1);
  });

  it('lets her leave, from wherever she stands, and shows the same when she presses twice', async () => {
    for (const [way, after, words] of [
      ['waiting', 'withdrawn', 'You have left the list'],
      ['accepted', 'cancelled', 'Your seat was given back'],
    ] as const) {
      const founder = await waiting();
      if (way === 'accepted') await submit(await founder.invite(), { answer: 'accept' });
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
      // An old page that is still open: nothing puts her back on the list but the waitlist's form.
      expect((await submit(founder.address, { ...founder.typed, action: 'details' })).status).toBe(200);
      expect(await founder.state()).toBe(after);
      expect(await (await fetch(founder.address)).text()).not.toContain('value="leave"');
    }
  });

  it('refuses what is none of its actions, and what comes from elsewhere', async () => {
    const founder = await waiting();
    expect((await submit(founder.address, { action: 'erase' })).status).toBe(400);
    expect((await submit(founder.address, { action: 'leave' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect(await founder.state()).toBe('waiting');
  });

  it('takes so many corrections a minute of one entry, and always lets her leave', async () => {
    await using strict = await startSite({ env: { ...unlimited, RATE_LIMIT_PER_MINUTE: '3' } });
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
    expect((await listed(strict)).map(({ fields }) => fields['inf_field_Company'])).toContain('three');
    expect(await (await submit(address, { action: 'leave' })).text()).toContain('You have left the list');
  });

  it('is unknown without its signature, and gone once she was erased; either asks for her address', async () => {
    const founder = await waiting();
    const wrong = founder.address.replace(/.$/u, (last) => (last === 'A' ? 'E' : 'A'));
    expect((await site.organizer('person', 'erase', founder.email, '--yes')).status).toBe(0);
    for (const [address, status] of [
      [wrong, 404],
      [founder.address, 410],
    ] as const)
      for (const answer of [await fetch(address), await submit(address, { action: 'leave' })]) {
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
        expect(await answer.text()).toMatch(/This link opens nothing any more[\s\S]*action="\/status\/lost"/u);
      }
  });
});

describe('a lost link', () => {
  it('is sent again once an hour, and the answer is the same whether we know the address or not', async () => {
    const founder = await joinWaitlist(site);
    const pages: string[] = [];
    for (const email of [founder.email, founder.email.toUpperCase(), 'nobody@example.com', 'no address', '']) {
      const answer = await ask(email);
      expect(answer.status).toBe(200);
      pages.push(await answer.text());
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('If this address is on the waitlist');
    const link = await founder.linkFrom(/^Your link$/u, 'status');
    expect(await (await fetch(link)).text()).toContain('You are on the waitlist');
    expect((await founder.subjects()).filter((subject) => subject === 'Your link')).toHaveLength(1);
  });

  it('is not asked for without end', async () => {
    await using strict = await startSite({ env: { ...unlimited, RATE_LIMIT_PER_MINUTE: '3' } });
    const statuses: number[] = [];
    for (let times = 0; times < 4; times += 1) statuses.push((await ask(`nobody-${times}@example.com`, strict)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(Number((await ask('nobody@example.com', strict)).headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
