import { describe, expect, test } from 'vitest';
import { loadContent } from '../content/load.ts';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { paths } from '../paths.ts';
import { answers } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { availabilityIn, descriptionOf } from './phases.ts';
import { structuredDataOf } from './structured-data.ts';

const content = loadContent();
const { site, workshops } = content;
const phases = ['upcoming', 'underway', 'over'] as const;
const summer: WorkshopContent = {
  ...workshops[0]!,
  slug: 'summer-talk',
  on: '2025-07-11',
  at: '10:00',
  zone: 'America/Chicago',
  minutes: 60,
};
const origin = new URL('https://founderhouse.example');
const place = { origin, address: 'https://founderhouse.example/speaker-series' };

const notices = (registration: WorkshopContent['registration']) =>
  phases.map((phase) => availabilityIn(phase, { ...summer, registration }, content).notice?.title);

describe('the availability of a workshop', () => {
  test.each([
    ['open', [true, true, true]],
    ['until-start', [true, false, false]],
    ['closed', [false, false, false]],
  ] as const)('with registration %s', (registration, open) => {
    expect(phases.map((phase) => availabilityIn(phase, { ...summer, registration }, content).isOpen)).toEqual(open);
  });

  test('has no notice before the start while registration is open, and a notice otherwise', () => {
    expect(notices('open')).toEqual([undefined, 'Happening now', 'This workshop is over']);
    expect(notices('closed')).toEqual(['Registration is closed', 'Happening now', 'This workshop is over']);
  });

  test('says during the workshop where its founders find the link to the call, if nobody can register any longer', () => {
    const texts = (['open', 'until-start', 'closed'] as const).map(
      (registration) => availabilityIn('underway', { ...summer, registration }, content).notice?.text,
    );
    expect(texts.map((text) => text?.includes('your link to the call is in our emails'))).toEqual([false, true, true]);
  });

  test('mentions an email about the cancellation only until the end: after it, none is sent', () => {
    const texts = phases.map((phase) => availabilityIn(phase, { ...summer, cancelled: true }, content).notice?.text);
    expect(texts.map((text) => text?.includes('We’ve emailed everyone'))).toEqual([true, true, false]);
  });
});

test('once another workshop is featured, the form of a past one with `afterwards: turn` is closed, as its page says', async () => {
  const past: WorkshopContent = { ...workshops[0]!, afterwards: 'turn' };
  const next = { ...past, slug: 'autumn-talk', on: '2025-09-12', form: { ...past.form, id: '9c1e2d3c4b5a69788796a5b4c3d2e1f0' } };
  const clock = { now: new Date(endOfWorkshop(past).getTime() - 1) };
  await using intake = await startIntake(clock, {}, { ...content, workshops: [past, next] });
  const post = () => intake.send(paths.process(past.form.id), answers());
  expect((await post()).statusCode).toBe(303);
  clock.now = endOfWorkshop(past);
  expect((await intake.app.inject(paths.workshop(past.slug))).body).toContain('Registration is closed.');
  const refused = await post();
  expect([refused.statusCode, refused.body.includes(past.form.closed.heading)]).toEqual([410, true]);
  const form = await intake.app.inject(paths.form(past.form.id));
  expect([form.statusCode, form.body.includes(past.form.closed.heading), form.body.includes('<form')]).toEqual([200, true, false]);
  expect(await intake.submissions()).toHaveLength(1);
});

test('a form for the next workshop keeps its button when a field is wrong', async () => {
  const past: WorkshopContent = { ...workshops[0]!, afterwards: 'turn' };
  const clock = { now: endOfWorkshop(past) };
  await using intake = await startIntake(clock, {}, { ...content, workshops: [past] });
  const wrong = () => intake.send(paths.process(past.form.id), answers({ inf_field_Phone1: '' }));
  const { button } = content.afterwardsWords.workshop.over;
  expect((await wrong()).body).toContain(button);
  clock.now = new Date(endOfWorkshop(past).getTime() - 1);
  expect((await wrong()).body).not.toContain(button);
});

test('a cancelled workshop is at its own address, and the one before it takes sign-ups for the next one', async () => {
  const past: WorkshopContent = { ...workshops[0]!, afterwards: 'turn' };
  const cancelled = { ...past, slug: 'autumn-talk', on: '2025-09-12', cancelled: true, form: { ...past.form, id: 'c'.repeat(32) } };
  await using intake = await startIntake({ now: endOfWorkshop(past) }, {}, { ...content, workshops: [past, cancelled] });
  const { headers } = await intake.app.inject(paths.workshop(past.slug));
  expect(headers.location).toBe(paths.speakerSeries);
  expect((await intake.app.inject(paths.workshop(cancelled.slug))).headers.location).toBeUndefined();
  const sitemap = (await intake.app.inject(paths.sitemap)).body;
  expect([past, cancelled].map(({ slug }) => sitemap.includes(`${paths.workshop(slug)}<`))).toEqual([false, true]);
  expect((await intake.send(paths.process(past.form.id), answers())).statusCode).toBe(303);
});

test('the structured data of a workshop describes a free online event with absolute addresses', () => {
  const [event, breadcrumbs] = structuredDataOf(summer, site, { ...place, isOver: false });
  expect(event).toMatchObject({
    '@type': 'Event',
    startDate: '2025-07-11T15:00:00.000Z',
    location: { '@type': 'VirtualLocation', url: 'https://founderhouse.example/speaker-series' },
    image: ['https://founderhouse.example/cards/summer-talk.png'],
    isAccessibleForFree: true,
  });
  expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' });
});

const typesAfterwards = (workshop: WorkshopContent) =>
  structuredDataOf(workshop, site, { ...place, isOver: true }).map((data) => (data as { '@type': string })['@type']);

describe('a workshop with `afterwards: turn`', () => {
  const turned: WorkshopContent = { ...summer, afterwards: 'turn' };

  test('states after its end when it took place, and takes sign-ups for the next workshop', () => {
    expect(availabilityIn('over', turned, content)).toMatchObject({
      isForNext: true,
      notice: { text: 'It took place on Friday, July 11th, 2025. Leave your name, and we’ll write to you when the next one is set.' },
    });
    expect(availabilityIn('upcoming', turned, content).isForNext).toBe(false);
    expect(availabilityIn('over', { ...turned, registration: 'closed' }, content)).toMatchObject({ isForNext: false, isOpen: false });
  });

  test('is described to search engines and social cards as over after its end', () => {
    const description = (workshop: WorkshopContent, phase: (typeof phases)[number]) =>
      descriptionOf(workshop, availabilityIn(phase, workshop, content));
    expect(phases.map((phase) => description(turned, phase))).toEqual([
      summer.description,
      summer.description,
      expect.stringMatching(/^This workshop is over\. It took place on Friday, July 11th, 2025\. /u),
    ]);
    expect(description(summer, 'over')).toBe(summer.description);
    expect(description({ ...summer, cancelled: true }, 'upcoming')).toMatch(/^This workshop is cancelled\. /u);
  });

  test('has no structured data of an event after its end', () => {
    expect(typesAfterwards(turned)).toEqual(['BreadcrumbList']);
    expect(typesAfterwards(summer)).toEqual(['Event', 'BreadcrumbList']);
  });
});

test.each([
  ['as announced', {}, { eventStatus: 'https://schema.org/EventScheduled' }],
  ['cancelled', { cancelled: true }, { eventStatus: 'https://schema.org/EventCancelled' }],
  ['moved', { movedFrom: '2025-07-04' }, { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: '2025-07-04' }],
] as const)('the structured data of a workshop tells search engines that it is %s', (_, facts, expected) => {
  const [event] = structuredDataOf({ ...summer, ...facts }, site, { ...place, isOver: false });
  expect(event).toMatchObject(expected);
});
