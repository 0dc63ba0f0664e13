import { expect, it } from 'vitest';
import { contentWith, hoursBefore, startHouse } from '../../test/support/house.ts';
import { openPostOffice } from '../../test/support/post-office.ts';
import type { PostOffice } from '../../test/support/post-office.ts';

/** Reminders, with a clock that the test sets. */
const sent = ({ letters }: PostOffice) => letters.filter(({ mail }) => mail.subject?.endsWith('begins soon')).length;

async function begun(hours: number, options: Partial<Parameters<typeof startHouse>[1]> = {}) {
  const clock = { now: hoursBefore(hours) };
  const office = await openPostOffice();
  const house = await startHouse(office.url, { clock, ...options });
  const at = async (before: number) => {
    clock.now = hoursBefore(before);
    await house.tick();
    return sent(office);
  };
  return {
    clock,
    office,
    house,
    at,
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await office[Symbol.asyncDispose]();
    },
  };
}

it('go out 24 hours and one hour before, once each', async () => {
  await using test = await begun(30);
  const { email } = await test.house.register();
  expect([await test.at(24.1), await test.at(24), await test.at(23), await test.at(1.1), await test.at(1), await test.at(0.5)]).toEqual([
    0, 1, 1, 1, 2, 2,
  ]);
  expect([await test.at(0), await test.at(-1)]).toEqual([2, 2]);
  const reminder = test.office.letters.at(-1);
  expect(reminder?.to).toEqual([email]);
  expect(reminder?.mail.text).toContain('10am Central');
  expect(reminder?.mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
});

it('go out once where two workers run over one store', async () => {
  await using one = await begun(30);
  await using other = await startHouse(one.office.url, { clock: one.clock, dataDir: one.house.dataDir });
  for (let person = 0; person < 20; person++) await one.house.register();
  await one.house.tick();
  one.clock.now = hoursBefore(24);
  await Promise.all([one.house.tick(), other.tick(), one.house.tick(), other.tick()]);
  expect(sent(one.office)).toBe(20);
  expect(new Set(one.office.letters.flatMap(({ to }) => to)).size).toBe(20);
});

it('are as many as the workshop’s file says', async () => {
  await using none = await begun(30, { content: contentWith({ reminders: [] }) });
  await none.house.register();
  expect([await none.at(24), await none.at(1)]).toEqual([0, 0]);
  await using own = await begun(80, { content: contentWith({ reminders: [72, 0.5] }) });
  await own.house.register();
  expect([await own.at(72), await own.at(24), await own.at(1), await own.at(0.5)]).toEqual([1, 1, 1, 2]);
});

it('sends only the last one after a late start', async () => {
  await using test = await begun(30);
  await test.house.register();
  expect(await test.at(0.4)).toBe(1);
  expect(await test.at(0.3)).toBe(1);
});

it('never come after the start, even where one was waiting', async () => {
  let refusing = true;
  const clock = { now: hoursBefore(1) };
  await using office = await openPostOffice({
    onRcptTo: (_address, _session, done) => done(refusing ? Object.assign(new Error('later'), { responseCode: 451 }) : undefined),
  });
  await using house = await startHouse(office.url, { clock });
  await house.register();
  await house.tick();
  refusing = false;
  clock.now = hoursBefore(-0.01);
  await house.tick();
  expect(office.letters.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^Your spot/u)]);
  const kept = await Array.fromAsync(house.store.outbox.list());
  expect(kept.find(({ kind }) => kind === 'reminder')).toMatchObject({ state: 'delivered', lastError: 'not sent: the workshop had begun' });
});

it('do not come to one who wants none, while a change still does', async () => {
  await using test = await begun(30);
  const { email } = await test.house.register();
  await test.house.store.people.suppress(email, 'reminders', test.clock.now);
  expect([await test.at(24), await test.at(1)]).toEqual([0, 0]);
  await test.house.close();
  await using moved = await startHouse(test.office.url, {
    clock: test.clock,
    dataDir: test.house.dataDir,
    content: contentWith({ at: '12:00' }),
  });
  await moved.tick();
  expect(test.office.letters.at(-1)?.mail.subject).toMatch(/^Please note the time/u);
});

it('follow a workshop that moved, and stop for one that is cancelled', async () => {
  await using test = await begun(30);
  await test.house.register();
  expect(await test.at(24)).toBe(1);
  await test.house.close();
  {
    const content = contentWith({ on: '2025-07-18', dateText: 'Friday, July 18th' });
    await using moved = await startHouse(test.office.url, { clock: test.clock, dataDir: test.house.dataDir, content });
    test.clock.now = hoursBefore(1);
    await moved.tick();
    expect(sent(test.office)).toBe(1);
    test.clock.now = hoursBefore(24, content);
    await moved.tick();
    expect(sent(test.office)).toBe(2);
  }
  const off = contentWith({ on: '2025-07-18', dateText: 'Friday, July 18th', cancelled: true });
  await using cancelled = await startHouse(test.office.url, { clock: test.clock, dataDir: test.house.dataDir, content: off });
  test.clock.now = hoursBefore(1, off);
  await cancelled.tick();
  expect(sent(test.office)).toBe(2);
});
