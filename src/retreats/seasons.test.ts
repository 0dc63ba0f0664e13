import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { eraseRows, keepingNobody } from '../../test/support/erasing.ts';
import { engines } from '../../test/support/databases.ts';
import { answers, content, isChecked } from '../../test/support/forms.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { recording } from '../../test/support/recording.ts';
import { createTestWaitlist } from '../../test/support/waitlist.ts';
import { signedId, tokenFor } from '../link-tokens.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import { paths } from '../paths.ts';

const [spring, fall] = ['spring-2026', 'fall-2027'];

const first = content.retreats[0]!;
const laterRetreat = {
  ...first,
  slug: fall!,
  facts: {
    ...first.facts,
    season: 'Fall 2027',
    earliest: '2027-09-01',
    latest: '2027-11-30',
    afterwards: 'turn' as const,
    waitlist: { ...first.facts.waitlist, formId: 'f'.repeat(32) },
  },
};

/** The site with a later retreat, and a founder on the waitlist of the first one. */
async function startAsked() {
  const clock = { now: new Date('2026-11-10T15:00:00Z') };
  const site = await startHttpApp(clock, {}, { ...content, retreats: [first, laterRetreat] });
  const { store, secret } = site.services;
  const { id } = await store.submissions.record(
    recording({ inf_field_FirstName: 'Ada', inf_field_Email: 'ada@example.com' }, { form: 'waitlist', receivedAt: clock.now }),
  );
  const url = paths.status(signedId(secret, 'status', id));
  const page = async () => (await site.app.inject({ url })).body;
  const send = (address: string, fields: Record<string, string>) =>
    site.app.inject({
      method: 'POST',
      url: address,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const press = (fields: Record<string, string> = { action: 'move' }) => send(url, fields);
  return {
    clock,
    store,
    secret,
    url,
    send,
    dataDir: site.dataDir,
    invitationSettings: site.services.invitationSettings,
    page,
    press,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

describe.each(engines)('a season that ends, over %s', (engine) => {
  it('changes the token of the desk when founders are moved to the next waitlist, and when a retreat is closed', async () => {
    await using waitlist = await createTestWaitlist(engine, 1);
    await waitlist.join('ada', {}, nextRetreatSlug);
    const { waitlist: repository, database } = waitlist.store;
    const token = async () => (await database.readChangeToken()).entries;
    const before = await token();
    expect(await repository.assignToRetreat(fall!)).toBe(1);
    const moved = await token();
    expect(moved).not.toBe(before);
    await repository.closeRetreat(spring, 'organizer', waitlist.invitationSettings, waitlist.clock.now);
    expect(await token()).not.toBe(moved);
  });

  it('asks each founder who still waits once, except founders on the later waitlist', async () => {
    await using waitlist = await createTestWaitlist(engine, 1);
    for (const name of ['ada', 'bea', 'cleo']) await waitlist.join(name);
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'accept');
    await waitlist.join('cleo', {}, fall);
    const { waitlist: repository } = waitlist.store;
    expect(await repository.askToMoveAlong(spring, fall, waitlist.clock.now)).toEqual({ asked: 1, askedBefore: 0, already: 1 });
    expect(await repository.askToMoveAlong(spring, fall, waitlist.clock.now)).toEqual({ asked: 0, askedBefore: 1, already: 1 });
    const mails = await waitlist.query("SELECT payload FROM deliveries WHERE kind = 'invite-back'");
    expect(mails).toEqual([{ payload: JSON.stringify({ to: fall }) }]);
  });

  it('is closed once: open invitations lapse, nobody is invited, and the figures outlive the personal data', async () => {
    await using waitlist = await createTestWaitlist(engine, 2);
    for (const name of ['ada', 'bea', 'cleo']) await waitlist.join(name, { inf_custom_SystemSize: '1-10 Units' });
    await waitlist.invite('ada');
    await waitlist.answer('ada', 'accept');
    await waitlist.invite('bea');
    const { waitlist: repository, people } = waitlist.store;
    const figures = await repository.closeRetreat(spring, 'organizer', waitlist.invitationSettings, waitlist.clock.now);
    expect(figures).toMatchObject({
      joined: 3,
      invited: 2,
      movedAlong: 0,
      states: { accepted: 1, lapsed: 1, waiting: 1 },
      sizes: { '1-10 Units': 3 },
    });
    expect(await waitlist.state('bea')).toBe('lapsed');
    expect(await waitlist.answer('bea', 'accept')).toEqual({ kind: 'gone' });
    await expect(waitlist.invite('cleo')).rejects.toThrow('This retreat was closed on November 1, 2026; its founders stay as they are.');
    await expect(waitlist.reopen('bea')).rejects.toThrow('was closed');
    await expect(waitlist.revoke('ada')).rejects.toThrow('was closed');
    await expect(repository.closeRetreat(spring, 'organizer', waitlist.invitationSettings, waitlist.clock.now)).rejects.toThrow(
      'was closed',
    );
    const later = new Date('2030-01-01');
    await people.eraseOlderThan({ dataBefore: later, heldBefore: later, now: later, ...keepingNobody });
    expect(await repository.list()).toEqual([]);
    expect((await repository.listClosedRetreats()).get(spring)?.figures).toEqual(figures);
  });

  it('is closed: a seat that is freed later is offered to nobody', async () => {
    await using waitlist = await createTestWaitlist(engine, 2);
    const names = ['ada', 'bea', 'cleo', 'dot'];
    for (const name of names) await waitlist.join(name);
    for (const name of names) await waitlist.invite(name, { overCapacity: true });
    for (const name of names) await waitlist.answer(name, 'accept');
    const { waitlist: repository } = waitlist.store;
    await repository.closeRetreat(spring, 'organizer', waitlist.invitationSettings, waitlist.clock.now);
    await eraseRows(waitlist.store, 'ada@example.com', waitlist.clock.now);
    expect(await waitlist.lapse()).toBe(0);
    expect([await waitlist.state('cleo'), await waitlist.state('dot')]).toEqual(['waiting', 'waiting']);
  });
});

describe('a held post for a retreat', () => {
  it('that is confirmed after the retreat is over joins the waitlist of the retreat ahead', async () => {
    const clock = { now: new Date('2026-11-29T15:00:00Z') };
    const ending = { ...first, facts: { ...first.facts, earliest: '2026-11-01', latest: '2026-11-30', afterwards: 'turn' as const } };
    await using site = await startHttpApp(clock, {}, { ...content, retreats: [ending, laterRetreat] });
    const { store, secret } = site.services;
    const send = (url: string, fields: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await send(paths.process(first.facts.waitlist.formId), answers())).statusCode).toBe(303);
    const [held] = await Array.fromAsync(store.submissions.list({}));
    expect(held).toMatchObject({ state: 'held', retreat: spring });
    clock.now = new Date('2026-12-02T15:00:00Z');
    expect((await send(paths.confirm(tokenFor(secret, 'confirm', held!.id)), {})).statusCode).toBe(200);
    expect(await store.waitlist.list()).toMatchObject([{ retreat: fall, state: 'waiting', submission: { id: held!.id, retreat: fall } }]);
  });
});

describe('a retreat that was closed', () => {
  it('gets no more founders: a post to its form, confirmed, joins the waitlist of the retreat ahead', async () => {
    await using asked = await startAsked();
    const { clock, store, secret, invitationSettings, send } = asked;
    await store.waitlist.closeRetreat(spring!, 'organizer', invitationSettings, clock.now);
    expect((await send(paths.process(first.facts.waitlist.formId), answers({ inf_field_Email: 'bea@example.com' }))).statusCode).toBe(303);
    const [held] = await Array.fromAsync(store.submissions.list({ state: 'held' }));
    expect((await send(paths.confirm(tokenFor(secret, 'confirm', held!.id)), {})).statusCode).toBe(200);
    expect(await store.waitlist.list({ retreat: spring })).toMatchObject([{ submission: { person: { firstName: 'Ada' } } }]);
    expect(await store.waitlist.list({ retreat: fall })).toMatchObject([{ state: 'waiting', submission: { id: held!.id } }]);
    expect(await store.waitlist.assignToRetreat(spring!)).toBe(0);
  });

  it('tells its founders that it is over, and takes no corrections', async () => {
    await using asked = await startAsked();
    const { clock, store, invitationSettings, send, url } = asked;
    await store.waitlist.closeRetreat(spring!, 'organizer', invitationSettings, clock.now);
    const { body } = await send(url, { ...answers(), action: 'details' });
    expect(body).toMatch(/The Spring 2026 retreat is over[\s\S]*>\s*Join the waitlist for the next retreat\s*</u);
    expect(await store.waitlist.list()).toMatchObject([{ submission: { person: { firstName: 'Ada' } } }]);
  });
});

describe('the status page of a founder who was asked to move along', () => {
  it('asks only after the organizer did, and one press joins the later waitlist, records the wording and does not change the first entry', async () => {
    await using asked = await startAsked();
    const { clock, store, page, press } = asked;
    expect(await page()).not.toContain('Fall 2027');
    await press();
    expect(await store.waitlist.list({ retreat: fall })).toEqual([]);

    const [before] = await store.waitlist.list({ retreat: spring });
    await store.waitlist.askToMoveAlong(spring!, fall!, clock.now);
    expect(await page()).toContain('Would you like to join the waitlist for Fall 2027?');
    for (const _ of ['once', 'twice']) expect((await press()).body).toContain('Your name is on the list for Fall 2027.');
    expect(await store.waitlist.list({ retreat: fall })).toMatchObject([
      { state: 'waiting', submission: { person: { firstName: 'Ada' } } },
    ]);
    expect(await store.waitlist.list({ retreat: spring })).toEqual([{ ...before, movedTo: fall }]);
    expect(await page()).toMatch(/Your name is on the list for Fall 2027\.(?![\s\S]*Would you like to join the waitlist for)/u);
    const wording = 'Would you like to join the waitlist for Fall 2027? Put my name on the list for Fall 2027';
    expect((await store.people.find('ada@example.com')).earlierRetreats).toMatchObject([
      { retreat: spring, movedAlong: [{ retreat: fall, acceptedAt: clock.now.toISOString(), wording }] },
    ]);
  });

  it('puts the founder on no waitlist if the wording cannot be stored, and asks again', async () => {
    await using asked = await startAsked();
    const { clock, store, page, press } = asked;
    await store.waitlist.askToMoveAlong(spring!, fall!, clock.now);
    using native = new DatabaseSync(join(asked.dataDir, 'founder-house.db'), { timeout: 5000 });
    native.exec("CREATE TRIGGER refused BEFORE UPDATE ON return_offers BEGIN SELECT RAISE(ABORT, 'refused'); END");
    expect((await press()).statusCode).toBeGreaterThanOrEqual(500);
    expect(await store.waitlist.list({ retreat: fall })).toEqual([]);
    native.exec('DROP TRIGGER refused');
    expect(await page()).toContain('Would you like to join the waitlist for Fall 2027?');
    expect((await press()).body).toContain('Your name is on the list for Fall 2027.');
    expect(await store.waitlist.list({ retreat: fall })).toHaveLength(1);
  });

  it('does not ask after the later retreat is over', async () => {
    await using asked = await startAsked();
    const { clock, store, page } = asked;
    await store.waitlist.askToMoveAlong(spring!, fall!, clock.now);
    clock.now = new Date('2027-12-02T15:00:00Z');
    expect(await page()).not.toContain('Would you like to join the waitlist for');
    expect((await asked.press()).body).not.toContain('Saved');
  });
});

describe('the status page of a founder with a seat', () => {
  it('asks whether the founder is kept among the alumnae, records the wording shown, and allows the founder to withdraw the consent', async () => {
    await using asked = await startAsked();
    const { clock, store, invitationSettings, page, press } = asked;
    expect(await page()).not.toContain('among the alumnae');
    const [entry] = await store.waitlist.list();
    const { id } = await store.waitlist.invite(
      entry!.id,
      { note: '', latestEnd: new Date('2027-01-01'), overCapacity: false, by: 'organizer' },
      invitationSettings,
      clock.now,
    );
    await store.waitlist.answer(invitationSettings.hashFor(id), 'accept', invitationSettings, clock.now);
    const isTicked = async () => isChecked(await page(), 'alumnae');
    expect(await isTicked()).toBe(false);
    await press({ action: 'alumnae', alumnae: 'yes' });
    expect(await isTicked()).toBe(true);
    expect((await store.people.find('ada@example.com')).retreat).toMatchObject({
      alumna: { givenAt: clock.now.toISOString(), wording: expect.stringContaining('Keep me among the alumnae') as string },
    });
    await press({ action: 'alumnae' });
    expect(await isTicked()).toBe(false);
    expect((await store.people.find('ada@example.com')).retreat).toMatchObject({ alumna: null });
  });
});
