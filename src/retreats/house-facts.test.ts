import { describe, expect, it } from 'vitest';
import { engines } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { startHouse, houseAnswers } from '../../test/support/house.ts';
import { isChecked, shownIn } from '../../test/support/forms.ts';

const heading = 'Before you come';
const webhook = { WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}` };

describe.each(engines)('house facts over %s', (engine) => {
  it('are saved on the founder’s status page, can be changed until the retreat begins, and are part of the founder’s export', async () => {
    await using house = await startHouse(engine);
    const ada = await house.seat('Ada');
    const page = await ada.page();
    // What the house must know comes before what a founder may choose.
    expect(page.indexOf(heading)).toBeGreaterThan(0);
    expect(page.indexOf('After the retreat')).toBeGreaterThan(page.indexOf(heading));
    const saved = await ada.press('house', houseAnswers);
    expect([saved.statusCode, saved.body]).toEqual([200, expect.stringContaining('Saved')]);
    for (const [wire, value] of Object.entries(houseAnswers)) expect(shownIn(await ada.page(), wire)).toBe(value);
    await ada.press('house', { ...houseAnswers, travel: 'By train' });
    expect((await house.store.people.find(ada.email)).retreat).toMatchObject({
      house: { ...houseAnswers, travel: 'By train', changedAt: house.clock.now.toISOString() },
    });
    // Check-in is at four in the afternoon in Austin.
    house.clock.now = new Date('2031-05-01T21:00:00Z');
    expect((await ada.press('house', { ...houseAnswers, travel: 'On foot' })).body).not.toContain(heading);
    expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toMatchObject({ travel: 'By train' });
  });

  it.each(['gives the seat back', 'loses the seat', 'is erased'])('are deleted when the founder %s', async (how) => {
    await using house = await startHouse(engine);
    const [ada, bea] = [await house.seat('Ada'), await house.seat('Bea')];
    for (const founder of [ada, bea]) await founder.press('house', houseAnswers);
    if (how === 'gives the seat back') await ada.press('leave');
    else if (how === 'loses the seat')
      await house.store.waitlist.revoke(ada.entryId, { by: 'organizer' }, house.services.invitationSettings, house.clock.now);
    else await eraseRows(house.store, ada.email, house.clock.now);
    expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toBeUndefined();
    expect(await house.store.waitlist.findHouseFacts(bea.entryId)).toEqual(houseAnswers);
    expect((await ada.press('house', houseAnswers)).body).not.toContain(heading);
    expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toBeUndefined();
  });
});

it('the page of an accepted invitation links to the questions of the house until the retreat is over', async () => {
  await using house = await startHouse();
  const ada = await house.seat('Ada');
  expect(await ada.invitationPage()).toContain(`href="${ada.url}"`);
  house.clock.now = new Date('2031-05-10T12:00:00Z');
  expect(await ada.invitationPage()).not.toContain(ada.url);
});

it('the status page asks a founder without a seat for no house facts', async () => {
  await using house = await startHouse();
  const ada = await house.seat('Ada');
  await house.store.waitlist.revoke(ada.entryId, { by: 'organizer' }, house.services.invitationSettings, house.clock.now);
  await house.store.waitlist.reopen(ada.entryId, 'organizer', house.clock.now);
  expect(await ada.page()).not.toContain(heading);
});

it('invalid house facts are returned with 422, every value and an error message', async () => {
  await using house = await startHouse();
  const ada = await house.seat('Ada');
  const cases: [Record<string, string>, string][] = [
    [{ contact: ' ' }, 'Enter the name of someone we can call in an emergency'],
    [{ phone: '' }, 'Enter that person’s phone number'],
    [{ diet: 'x'.repeat(1001) }, 'Shorten this to 1,000 characters; it’s 1,001 now'],
    [{ arrival: '2031-02-30T10:00' }, 'Enter the date and time like this: 2030-05-01T15:00'],
    [{ arrival: '2030-05-01T15:00' }, 'The retreat is from May 1, 2031 to May 4, 2031; enter the day when you arrive for it'],
    [{ arrival: '2031-05-05T15:00' }, 'enter the day when you arrive for it'],
    [{ travel: 'Flight\u0007' }, 'invisible control characters'],
  ];
  for (const [change, problem] of cases) {
    const { statusCode, body } = await ada.press('house', { ...houseAnswers, ...change });
    expect([statusCode, body]).toEqual([422, expect.stringContaining(problem)]);
    expect(body).toMatch(/<title>Error: Before you come/u);
    expect(body).toContain(`href="#field-${Object.keys(change)[0]}"`);
    expect(shownIn(body, 'access')).toBe(houseAnswers.access);
  }
  expect((await ada.press('house', { contact: houseAnswers.contact, phone: houseAnswers.phone })).statusCode).toBe(200);
});

const details = {
  inf_field_FirstName: 'Ada',
  inf_field_LastName: 'Byron',
  inf_field_Company: 'Crumb',
  inf_field_Phone1: '1',
  inf_custom_SystemSize: '1-10 Units',
};

it('each button of the page saves what was typed in its other parts, and shows again what cannot be saved', async () => {
  await using house = await startHouse();
  const ada = await house.seat('Ada');
  const saved = (await ada.press('details', { ...details, ...houseAnswers, alumnae: 'yes' })).body;
  expect([saved.includes('Saved.'), isChecked(saved, 'alumnae')]).toEqual([true, true]);
  expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toEqual(houseAnswers);

  const other = { ...details, inf_field_Company: 'Crumb & Daughters', ...houseAnswers, contact: ' ', travel: 'On foot' };
  const { statusCode, body } = await ada.press('alumnae', { ...other, alumnae: 'no' });
  expect([statusCode, isChecked(body, 'alumnae'), shownIn(body, 'travel'), shownIn(body, 'inf_field_Company')]).toEqual([
    422,
    false,
    'On foot',
    'Crumb & Daughters',
  ]);
  expect(body).toContain('Enter the name of someone we can call in an emergency');
  expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toEqual(houseAnswers);
});

it('house facts are in no delivery and no mail', async () => {
  await using house = await startHouse('sqlite', { ...webhook, ORGANIZER_EMAIL: 'organizer@example.com' });
  const ada = await house.seat('Ada');
  const deliveries = () => Array.fromAsync(house.store.outbox.list());
  const before = await deliveries();
  await ada.press('house', houseAnswers);
  expect(await deliveries()).toEqual(before);
  await ada.press('details', details);
  await ada.press('leave');
  const mails = (await house.mails()).map(({ mail }) => `${mail.subject} ${mail.text} ${mail.html}`).join('\n');
  const queued = JSON.stringify(await deliveries());
  for (const words of ['walnuts', 'stairs', 'ZQ 4711', 'Thistlewood', '555-0199']) expect(mails + queued).not.toContain(words);
});
