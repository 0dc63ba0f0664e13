import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEditing } from '../../test/support/editing.ts';
import { loadContent } from '../content/load.ts';

const slug = 'relationships-that-power-your-brand';
const at = (pointer: string, name = slug) => ({ file: `speaker-series/${name}.yaml`, pointer });
const newFormId = 'f'.repeat(32);

let editing: Awaited<ReturnType<typeof startEditing>>;
beforeEach(async () => {
  editing = await startEditing();
});
afterEach(() => editing[Symbol.asyncDispose]());

const workshops = () => loadContent(editing.copy.folder).workshops;

it('while founders are on the waitlist of a retreat, an undo that would remove it is refused', async () => {
  const ada = await editing.as('Ada');
  await ada.send('POST', '/new', { kind: 'retreat', slug: 'fall-2030', from: 'spring-2026' });
  const dates = {
    facts: { season: 'Fall 2030', earliest: '2030-10-01', latest: '2030-10-31' },
    letter: { date: '2030-01-15' },
    'next-steps': { 'checkIn/on': '2030-10-10', 'checkOut/on': '2030-10-13' },
  };
  for (const [part, values] of Object.entries(dates))
    for (const [field, value] of Object.entries(values))
      await ada.set(value, { file: `retreats/fall-2030/${part}.yaml`, pointer: `/${field}` });
  expect(await ada.publish()).toMatchObject({ state: 'live' });
  const refusal = { message: expect.stringMatching(/^12 founders are on the waitlist of “.*, Fall 2030”\..* Keep both\.$/u) as string };
  expect(await ada.publish({}, '/undo-publish')).toEqual(refusal);
  editing.registered.founders = 0;
  expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
});

describe('while founders are registered for a workshop', () => {
  it('a publish that changes its form id is refused with the one to keep', async () => {
    const ada = await editing.as('Ada');
    const formId = (await ada.readValue(at('/form/id'))) as string;
    await ada.set(newFormId, at('/form/id'));
    expect(await ada.publish()).toEqual({
      message: expect.stringMatching(/^12 founders are registered for “Relationships .* Keep this form id\.$/u) as string,
    });
    expect(workshops()[0]!.form.id).toBe(formId);
    await ada.set(formId, at('/form/id'));
    await ada.set('Another title', at('/title'));
    expect(await ada.publish()).toMatchObject({ state: 'live' });
  });

  it.each([
    ['has the switch', /$/u, ''],
    ['is of before the switch', /^cancelled: false\n/mu, ''],
  ])('a publish that cancels it is possible if its file %s', async (_what, from, to) => {
    editing.copy.write(at('').file, editing.copy.read(at('').file).replace(from, to));
    const ada = await editing.as('Ada');
    const { body } = await ada.send('GET', `/list/workshop-${slug}-upcoming/fields`);
    expect(body['fields']).toContainEqual(
      expect.objectContaining({ ...at('/cancelled'), value: expect.toBeOneOf([false, null]) as boolean | null }),
    );
    await ada.set(true, at('/cancelled'));
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(workshops()).toMatchObject([{ slug, cancelled: true }]);
  });

  it.each([
    ['the workshop', false],
    ['its day', true],
  ])('an undo that would remove %s is refused, also before it is confirmed', async (_what, isAnnouncedLater) => {
    const ada = await editing.as('Ada');
    await ada.send('POST', '/new', { kind: 'workshop', slug: 'the-next-one', from: slug });
    if (isAnnouncedLater) await ada.publish();
    await ada.set('2026-07-10', at('/on', 'the-next-one'));
    await ada.publish();
    const refusal = { message: expect.stringMatching(/Keep both, and switch on “cancelled”/u) as string };
    expect(await ada.send('GET', '/undo-publish')).toMatchObject({ body: refusal });
    expect(await ada.publish({}, '/undo-publish')).toEqual(refusal);
    expect(workshops().map((workshop) => workshop.slug)).toContain('the-next-one');
  });
});

describe('before a founder is registered for a workshop', () => {
  it('its form id can be changed, and its publish can be undone', async () => {
    editing.registered.founders = 0;
    const ada = await editing.as('Ada');
    const formId = await ada.readValue(at('/form/id'));
    await ada.set(newFormId, at('/form/id'));
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(workshops()[0]!.form.id).toBe(newFormId);
    expect(await ada.publish({}, '/undo-publish')).toMatchObject({ state: 'live' });
    expect(workshops()[0]!.form.id).toBe(formId);
  });
});

it('the form id of a workshop has a help text that says until when it can be changed', async () => {
  const ada = await editing.as('Ada');
  const { body } = await ada.send('GET', `/value?${new URLSearchParams(at('/form/id'))}`);
  expect(body['help']).toContain('Do not change it once founders have registered');
});
