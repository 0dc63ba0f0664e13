import { expect, it, vi } from 'vitest';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, content, waitlist as form } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { nextRetreatSlug } from '../content/retreat-schedule.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';

/** Starts a site with a founder on a waitlist. `press` posts a button of the founder's status page. */
async function startWithFounder(shown = content) {
  const clock = { now: new Date() };
  const site = await startIntake(clock, {}, shown);
  const { store, secret, invitationSettings } = site.services;
  await site.postWithProof(form.id, answers());
  const [entry] = await store.waitlist.list();
  return {
    clock,
    store,
    invitationSettings,
    entry: entry!,
    press: (fields: Record<string, string>) => site.send(paths.status(signedId(secret, 'status', entry!.submission.id)), fields),
    mails: () => site.mails(),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

it('a founder who leaves while the retreat is closed stays as the figures of the retreat count her', async () => {
  await using test = await startWithFounder();
  const { store, clock, invitationSettings } = test;
  const { leave } = store.waitlist;
  vi.spyOn(store.waitlist, 'leave').mockImplementationOnce(async (...left) => {
    // The page has read that the retreat is open by now.
    await store.waitlist.closeRetreat(retreatSlug, 'organizer', invitationSettings, clock.now);
    return leave(...left);
  });
  const page = await test.press({ action: 'leave' });
  expect([page.statusCode, page.body.includes('You’re off the list')]).toEqual([200, false]);
  expect(store.waitlist.leave).toHaveBeenCalledOnce();
  const { figures } = (await store.waitlist.listClosedRetreats()).get(retreatSlug)!;
  expect(await store.waitlist.countByState(retreatSlug)).toEqual(figures.states);
  expect((await test.mails()).map(({ mail }) => mail.subject)).not.toContain('You’re off the list');
});

it('a founder who leaves while she is erased learns that the link no longer works', async () => {
  await using test = await startWithFounder();
  const { store, clock, entry } = test;
  const { leave } = store.waitlist;
  vi.spyOn(store.waitlist, 'leave').mockImplementationOnce(async (...left) => {
    await eraseRows(store, entry.submission.person.email, clock.now);
    return leave(...left);
  });
  const page = await test.press({ action: 'leave' });
  expect([page.statusCode, page.body.includes('Ottoline')]).toEqual([410, false]);
});

it('a correction is kept that is saved while the founder is moved to the retreat that was just announced', async () => {
  const [first] = content.retreats;
  const over = { ...first!, facts: { ...first!.facts, earliest: '2020-01-01', latest: '2020-01-31', afterwards: 'turn' as const } };
  await using test = await startWithFounder({ ...content, retreats: [over] });
  const { store, entry } = test;
  expect(entry.retreat).toBe(nextRetreatSlug);
  const { record } = store.submissions;
  vi.spyOn(store.submissions, 'record').mockImplementationOnce(async (corrected) => {
    // The page has read the entry by now.
    await store.waitlist.assignToRetreat('announced');
    return record(corrected);
  });
  await test.press({ ...answers({ inf_field_Company: 'Corrected' }), action: 'details' });
  expect(store.submissions.record).toHaveBeenCalledOnce();
  const entries = await store.waitlist.list();
  expect(entries.map(({ retreat, submission }) => [retreat, submission.person.brand])).toEqual([['announced', 'Corrected']]);
});
