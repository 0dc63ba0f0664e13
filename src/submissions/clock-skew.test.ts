import { describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { answers, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';

const secondMs = 1000;

describe('attack: a clock that steps back', () => {
  it.each([
    ['one second before', -secondMs],
    ['ten seconds before', -10 * secondMs],
    ['an hour before', -3600 * secondMs],
    ['two seconds after', 2 * secondMs],
  ])('a post %s its challenge is accepted', async (_, elapsedMs) => {
    const issuedAt = new Date();
    await using site = await startIntake({ now: new Date(issuedAt.getTime() + elapsedMs) }, { MIN_FILL_SECONDS: '2' });
    expect(await site.postWithProof(workshop.id, answers(), issuedAt)).toBe(paths.received(workshop.id));
    expect(await site.submissions()).toMatchObject([{ state: 'accepted' }]);
  });

  it('a post sooner than a person can type is still quarantined', async () => {
    const issuedAt = new Date();
    await using site = await startIntake({ now: new Date(issuedAt.getTime() + 1.9 * secondMs) }, { MIN_FILL_SECONDS: '2' });
    expect(await site.postWithProof(workshop.id, answers(), issuedAt)).toBe(paths.received(workshop.id));
    expect(await site.submissions()).toMatchObject([{ state: 'quarantined' }]);
  });

  it('an instance whose clock is a minute ahead accepts a proof of twenty minutes', async () => {
    const issuedAt = new Date();
    const clock = { now: new Date(issuedAt.getTime() + 20.9 * 60 * secondMs) };
    await using site = await startIntake(clock);
    expect(await site.postWithProof(workshop.id, answers(), issuedAt)).toBe(paths.received(workshop.id));
    clock.now = new Date(issuedAt.getTime() + 21 * 60 * secondMs);
    expect(await site.postWithProof(workshop.id, answers(), issuedAt)).toBeUndefined();
  });

  it('the organizer gets a note for each sign-up after a clock that was a year ahead is corrected', async () => {
    const now = new Date();
    const clock = { now: new Date(now.getTime() + 365 * 24 * 3600 * secondMs) };
    await using site = await startIntake(clock, { ORGANIZER_EMAIL: 'organizer@example.com' });
    const post = async (number: number) => {
      await site.postWithProof(workshop.id, answers({ inf_field_Email: `${number}@example.com` }));
      return (await site.mails()).filter(({ to }) => to[0] === 'organizer@example.com').length;
    };
    expect(await post(1)).toBe(1);
    clock.now = now;
    expect([await post(2), await post(3)]).toEqual([2, 3]);
  });

  it('a founder is emailed again after a clock that was a year ahead is corrected', async () => {
    const now = new Date();
    const clock = { now: new Date(now.getTime() + 365 * 24 * 3600 * secondMs) };
    await using site = await startIntake(clock);
    const post = async (brand: string) => {
      await site.postWithProof(workshop.id, answers({ inf_field_Email: 'ottoline@example.com', inf_field_Company: brand }));
      await site.mails();
      clock.now = new Date(clock.now.getTime() + 3 * 60 * secondMs);
      return (await site.mails()).length;
    };
    expect([await post('First'), await post('Second'), await post('Third')]).toEqual([1, 2, 2]);
    clock.now = now;
    expect(await post('Fourth')).toBe(3);
  });
});
