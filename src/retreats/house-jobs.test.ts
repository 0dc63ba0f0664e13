import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { houseContent, startHouse, houseAnswers } from '../../test/support/house.ts';
import { everyRowOf, everythingIn } from '../../test/support/stored-text.ts';
import { eraseHouseFacts } from './jobs.ts';

const words = ['walnuts', 'stairs', 'ZQ 4711', 'Thistlewood', '555-0199'];

describe.each(engines)('the house facts over %s', (engine) => {
  it('are erased from every byte 30 days after the last day of the retreat, and nothing else is', async () => {
    await using house = await startHouse(engine);
    const ada = await house.seat('Ada');
    await ada.press('house', houseAnswers);
    const stored = () => (engine === 'sqlite' ? everythingIn(house.folder) : everyRowOf(house.databaseUrl));
    const eraseAt = (now: string) => eraseHouseFacts(house.store, { ...houseContent, undated: [] }, new Date(now));
    expect(await eraseAt('2031-06-03T15:00:00Z')).toBe(0);
    const before = await stored();
    for (const word of words) expect(before).toContain(word);
    expect(await eraseAt('2031-06-04T15:00:00Z')).toBe(1);
    const after = await stored();
    for (const word of words) expect(after).not.toContain(word);
    expect(await house.store.people.find(ada.email)).toMatchObject({ retreat: { state: 'accepted', house: null } });
  });

  it('are erased from every byte by the next run after the founder gave the seat back', async () => {
    await using house = await startHouse(engine);
    const ada = await house.seat('Ada');
    await ada.press('house', houseAnswers);
    await ada.press('leave');
    await eraseHouseFacts(house.store, { ...houseContent, undated: [] }, house.clock.now);
    const stored = engine === 'sqlite' ? everythingIn(house.folder) : await everyRowOf(house.databaseUrl);
    for (const word of words) expect(stored).not.toContain(word);
  });

  it('are requested once 30 and once 10 days before the retreat from the founders who have not stated their arrival', async () => {
    await using house = await startHouse(engine);
    const [ada, bea, cleo] = [await house.seat('Ada'), await house.seat('Bea'), await house.seat('Cleo')];
    await ada.press('house', houseAnswers);
    await bea.press('house', { contact: houseAnswers.contact, phone: houseAnswers.phone });
    await cleo.press('leave');
    const remindedAt = async (now: string, late = () => Promise.resolve<unknown>(undefined)) => {
      house.clock.now = new Date(now);
      // Two instances run the job in the same minute.
      await Promise.all([1, 2].map(() => house.minute()));
      await late();
      const mails = (await house.mails()).filter(({ mail }) => mail.subject?.includes('what should the house know'));
      return mails.map(({ to }) => to[0]);
    };
    expect(await remindedAt('2031-04-01T20:00:00Z')).toEqual([]);
    expect(await remindedAt('2031-04-01T21:00:00Z')).toEqual([bea.email]);
    const dora = await house.seat('Dora');
    expect(await remindedAt('2031-04-10T21:00:00Z')).toEqual([bea.email]);
    // Bea states the arrival while the second reminder waits to be sent.
    expect(await remindedAt('2031-04-21T21:00:00Z', () => bea.press('house', houseAnswers))).toEqual([bea.email, dora.email]);
    expect(await remindedAt('2031-05-01T20:00:00Z')).toEqual([bea.email, dora.email]);
  });
});

it('the email about a seat and the reminder lead to the form', async () => {
  await using house = await startHouse();
  const ada = await house.seat('Ada');
  house.clock.now = new Date('2031-04-02T15:00:00Z');
  await house.minute();
  const mails = await house.mails();
  for (const subject of ['Your seat is yours', 'Before you come, what should the house know?'])
    expect(mails.find(({ mail }) => mail.subject === subject)?.mail.text).toContain(ada.url);
  const seat = mails.find(({ mail }) => mail.subject === 'Your seat is yours')!.mail.text!;
  expect(seat.indexOf(ada.url)).toBeGreaterThan(seat.indexOf('your own page, which the link below opens'));
});
