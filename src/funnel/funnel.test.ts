import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { temporaryStore } from '../../test/support/databases.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { content, waitlist, workshop } from '../../test/support/forms.ts';
import { recording } from '../../test/support/recording.ts';
import { readFunnel, maskSmallCount } from './funnel.ts';
import { createPageViews } from './page-views.ts';

const chrome = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36' };
const slug = content.workshops[0]!.slug;

/** Makes a site listen. Returns a function that requests a page, as Chrome if no headers are given. */
async function listen({ app }: Awaited<ReturnType<typeof startHttpApp>>) {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return async (path: string, headers: Record<string, string> = chrome) => {
    await (await fetch(origin + path, { headers })).arrayBuffer();
  };
}

describe('the funnel', () => {
  it('counts page views by campaign on the server, counts views by programs separately, and ignores prefetches', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    const see = await listen(site);
    await see('/speaker-series');
    await see('/speaker-series?utm_campaign=june');
    await see('/speaker-series?utm_campaign=june');
    await see('/speaker-series', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await see('/speaker-series', { ...chrome, 'sec-purpose': 'prefetch' });
    await see('/');
    await see('/nobody');
    await site.services.pageViews.flush();
    await see('/speaker-series');
    await site.services.pageViews.flush();
    const { total, robots, campaigns } = await readFunnel(site.services.store.funnel, content, slug);
    expect([total.views, robots]).toEqual([4, 1]);
    expect(campaigns.map(({ campaign, views }) => [campaign, views])).toEqual([
      ['', 2],
      ['june', 2],
    ]);
    expect((await readFunnel(site.services.store.funnel, content)).total.views).toBe(5);
  });

  it('attack: page views with a new campaign each create a limited number of rows a day, and every view is counted', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    const see = await listen(site);
    for (let minute = 0; minute < 4; minute += 1) {
      for (let number = 0; number < 110; number += 1) await see(`/speaker-series?utm_campaign=${minute}-${number}`);
      await site.services.pageViews.flush();
    }
    const { total, campaigns } = await readFunnel(site.services.store.funnel, content, slug);
    expect(total.views).toBe(440);
    expect(campaigns.length).toBeLessThanOrEqual(201);
  });

  it('counts each person once in each step, from the post to the seat, under the campaign of the person’s first post', async () => {
    const clock = { now: new Date('2025-07-01T12:00:00Z') };
    await using site = await startHttpApp(clock);
    const { store, invitationSettings } = site.services;
    const send = (email: string, form: 'workshop' | 'waitlist', campaign = '', state: 'accepted' | 'held' = 'accepted') => {
      const sent = recording({ inf_field_Email: email }, { form, receivedAt: clock.now });
      return store.submissions.record({
        ...sent,
        state,
        submission: {
          ...sent.submission,
          form: form === 'workshop' ? workshop : waitlist,
          utm: campaign ? { utm_campaign: campaign } : {},
        },
      });
    };
    await send('ada@example.com', 'workshop', 'june');
    await send('ada@example.com', 'workshop', 'july');
    await send('bea@example.com', 'workshop');
    await send('cleo@example.com', 'workshop', 'june', 'held');
    await send('dora@example.com', 'waitlist');
    await send('ada@example.com', 'waitlist');
    const ada = (await store.waitlist.list()).find(({ submission }) => submission.person.email === 'ada@example.com');
    const { id } = await store.waitlist.invite(
      ada!.id,
      { note: '', latestEnd: new Date('2025-08-01'), overCapacity: false, by: 'organizer' },
      invitationSettings,
      clock.now,
    );
    await store.waitlist.answer(invitationSettings.hashFor(id), 'accept', invitationSettings, clock.now);

    const { total, campaigns } = await readFunnel(store.funnel, content, slug);
    expect(total).toEqual({ views: 0, posted: 3, confirmed: 2, joined: 0, watched: 0, waitlist: 1, invited: 1, seat: 1 });
    expect(campaigns).toMatchObject([
      { campaign: 'june', posted: 2, confirmed: 1, seat: 1 },
      { campaign: '', posted: 1, confirmed: 1, seat: 0 },
    ]);
    expect((await readFunnel(store.funnel, content)).total).toMatchObject({ posted: 4, waitlist: 2 });
  });

  it('keeps the counts while the database cannot be reached', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    const { store, pageViews } = site.services;
    const see = await listen(site);
    await see('/speaker-series');
    const { addViews } = store.funnel;
    store.funnel.addViews = () => Promise.reject(new Error('down'));
    await pageViews.flush();
    store.funnel.addViews = addViews;
    await pageViews.flush();
    expect((await readFunnel(store.funnel, content, slug)).total.views).toBe(1);
  });

  it('logs why counts cannot be stored', async () => {
    const logged: unknown[] = [];
    const down = new Error('down');
    const pageViews = createPageViews({
      funnel: { addViews: () => Promise.reject(down) },
      content,
      now: () => new Date(),
      log: { warn: (...line: unknown[]) => void logged.push(line) },
    });
    pageViews.countReplay(slug, { url: '/', headers: {} } as FastifyRequest);
    await pageViews.flush();
    expect(logged).toEqual([[{ err: down }, 'page views cannot be stored; the next flush tries again']]);
  });

  it('writes the counts of a failed flush that was in progress when it stops', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    const { store, pageViews } = site.services;
    await (
      await listen(site)
    )('/speaker-series');
    const { addViews } = store.funnel;
    const outage = Promise.withResolvers<void>();
    store.funnel.addViews = () => outage.promise;
    const failing = pageViews.flush();
    await Promise.resolve();
    store.funnel.addViews = addViews;
    const stopped = pageViews.stop();
    outage.reject(new Error('down'));
    await Promise.all([failing, stopped]);
    expect((await readFunnel(store.funnel, content, slug)).total.views).toBe(1);
  });

  it('attack: new campaigns during an outage of the database do not fill the memory', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    const { store, pageViews } = site.services;
    const see = await listen(site);
    const { addViews } = store.funnel;
    await see('/speaker-series');
    for (let minute = 0; minute < 4; minute += 1) {
      const outage = Promise.withResolvers<void>();
      store.funnel.addViews = () => outage.promise;
      const flushed = pageViews.flush();
      for (let number = 0; number < 60; number += 1) await see(`/speaker-series?utm_campaign=${minute}-${number}`);
      outage.reject(new Error('down'));
      await flushed;
    }
    store.funnel.addViews = addViews;
    await pageViews.flush();
    const { total, campaigns } = await readFunnel(store.funnel, content, slug);
    expect(total.views).toBe(241);
    expect(campaigns.length).toBeLessThanOrEqual(101);
  });

  it('counts a view by a client without a User-Agent as one by a program', async () => {
    await using site = await startHttpApp({ now: new Date('2025-07-01T12:00:00Z') });
    await (
      await listen(site)
    )('/speaker-series', { 'user-agent': '' });
    await site.services.pageViews.flush();
    const { total, robots } = await readFunnel(site.services.store.funnel, content, slug);
    expect([total.views, robots]).toEqual([0, 1]);
  });

  it('lets other work have its turn while it reads very many submissions', async () => {
    await using temporary = await temporaryStore();
    await temporary.query(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
      INSERT INTO submissions (id, form_id, form_kind, form_name, email_key, state, fields, utm, search, received_at)
      SELECT i, '${workshop.id}', 'workshop', 'F', i, 'accepted', '{}', '{}', 'x', '2025-11-02T00:00:00.000Z' FROM n`);
    const order: string[] = [];
    const read = readFunnel(temporary.store.funnel, content, slug).finally(() => order.push('read'));
    await nextTurn();
    order.push('other work');
    expect((await read).total).toMatchObject({ posted: 1001, confirmed: 1001, joined: 0 });
    expect(order).toEqual(['other work', 'read']);
  });

  it('attack: each view is read equally often, however many campaigns were invented', async () => {
    await using temporary = await temporaryStore();
    let reads = 0;
    const counting = (campaign: string) => ({
      page: `workshop:${slug}`,
      isRobot: false,
      count: 1,
      get campaign() {
        reads += 1;
        return campaign;
      },
    });
    const readsFor = async (campaigns: number) => {
      reads = 0;
      const views = Array.from({ length: campaigns }, (_, number) => counting(String(number)));
      expect((await readFunnel({ ...temporary.store.funnel, listViews: async () => views }, content, slug)).campaigns).toHaveLength(
        campaigns,
      );
      return reads / campaigns;
    };
    expect(await readsFor(1000)).toBe(await readsFor(1));
  });

  it('shows small counts as "fewer than 5" in numbers for others', () => {
    expect([0, 1, 4, 5].map(maskSmallCount)).toEqual(['0', 'fewer than 5', 'fewer than 5', '5']);
  });
});
