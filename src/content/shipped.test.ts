import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkContent } from './check-content.ts';
import { allTexts } from './checks/fields.ts';
import { contentFolder, loadContent } from './load.ts';

/**
 * The content that comes with the repository. Its known warnings are listed so that a new one is noticed: remove an example here
 * once you have replaced it.
 */
const content = loadContent();

test('the shipped content has exactly the known warnings', () => {
  const found = checkContent(content, {
    now: new Date('2025-11-15T15:00:00Z'),
    fileExists: (src) => existsSync(join(contentFolder(), src)),
  });
  expect(found.map(({ severity, file, field }) => `${severity} ${file.replace('content/', '')} ${field}`)).toMatchInlineSnapshot(`
    [
      "launch speaker-series/relationships-that-power-your-brand.yaml registration",
      "launch speaker-series/relationships-that-power-your-brand.yaml on",
      "launch retreats/spring-2026/next-steps.yaml checkIn.on",
      "launch retreats/spring-2026/next-steps.yaml checkOut.on",
      "launch site.yaml postalAddress",
      "launch site.yaml sample",
      "launch retreats/spring-2026/facts.yaml waitlist.sample",
      "launch retreats/spring-2026/letter.yaml sample",
      "launch retreats/spring-2026/testimonials.yaml pictures[1].sample",
      "launch retreats/spring-2026/testimonials.yaml pictures[2].sample",
      "launch retreats/spring-2026/testimonials.yaml pictures[3].sample",
      "launch retreats/spring-2026/guest-speaker.yaml sample",
      "launch retreats/spring-2026/guest-speaker.yaml book.cover.sample",
      "launch retreats/spring-2026/guest-speaker.yaml portrait.sample",
      "launch retreats/spring-2026/hosts.yaml hosts[1].sample",
      "launch retreats/spring-2026/hosts.yaml hosts[1].portrait.sample",
      "launch retreats/spring-2026/hosts.yaml hosts[2].sample",
      "launch retreats/spring-2026/hosts.yaml hosts[2].portrait.sample",
      "launch retreats/spring-2026/gallery.yaml pictures[1].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[2].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[3].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[4].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[5].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[6].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[7].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[8].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[9].sample",
      "launch retreats/spring-2026/gallery.yaml pictures[10].sample",
      "launch speaker-series.yaml testimonials.pictures[1].sample",
      "launch speaker-series.yaml testimonials.pictures[2].sample",
      "launch speaker-series.yaml testimonials.pictures[3].sample",
      "launch speaker-series/relationships-that-power-your-brand.yaml sample",
      "launch speaker-series/relationships-that-power-your-brand.yaml speaker.sample",
      "launch speaker-series/relationships-that-power-your-brand.yaml speaker.portrait.sample",
    ]
  `);
});

test('the shipped content keeps titles and descriptions within what search engines show', () => {
  const { facts } = content.retreats[0]!;
  const titles = [facts.title, content.words.privacy.title, ...content.workshops.map(({ title }) => title)];
  const descriptions = [content.site.description, facts.description, content.words.privacy.description];
  descriptions.push(...content.workshops.map(({ description }) => description));
  expect(titles.filter((title) => title.length > 60)).toEqual([]);
  expect(descriptions.filter(({ length }) => length < 120 || length > 155)).toEqual([]);
});

test('the shipped content has no clichés, exclamation marks or emoji', () => {
  const worn = /[!\p{Extended_Pictographic}]|\b(empower|unlock|elevate|game.changer|journey|leverage|thrive)/iu;
  const given = new Set(['Oops! Page not found', 'The Fran Dev Journey']);
  const found = allTexts(content).filter(({ text }) => worn.test(text) && !given.has(text));
  expect(found).toEqual([]);
});

test('the shipped content uses typographic quotation marks and dashes', () => {
  const typewriter = /["']|--|\.\.\.| - |\d-\d| {2}/u;
  const sentences = allTexts(content).filter(({ text }) => text.includes(' '));
  expect(sentences.filter(({ text }) => typewriter.test(text))).toEqual([]);
});

test('the shipped content has the texts of the specification, word for word', () => {
  const { words, site, workshops } = content;
  const retreat = content.retreats[0]!;
  expect(retreat.facts.callToAction).toBe('Join the Founder House Waitlist for Spring 2026');
  expect(retreat.letter).toMatchObject({ date: '2025-11-01', updatedText: 'Updated 1st of November, 2025' });
  expect(retreat.sessions.sessions.map(({ title }) => title.toLowerCase())).toEqual([
    'how i built it',
    'growing your system',
    'the fran dev journey',
    'lunch and learn',
    'big money in franchising',
    'opening new locations',
    'founder branding and content creation',
    'foundations of strong franchisee relationships',
    'franchise field trip',
  ]);
  expect(retreat.ticket).toMatchObject({ visible: false, price: { amount: 4900, currency: 'USD', unit: 'per person' } });
  expect(retreat.nextSteps).toMatchObject({
    visible: false,
    checkIn: { on: '2025-10-20', at: '16:00' },
    checkOut: { on: '2025-10-23', at: '11:00' },
    attire: 'Business casual',
  });
  expect(retreat.hero.capacity.visible).toBe(false);
  expect(words.notFound).toEqual({ heading: '404', text: 'Oops! Page not found', back: 'Return to Home' });
  expect(`© ${site.footerYear} ${site.footerText}`).toBe('© 2025 All Rights Reserved');
  expect(workshops[0]).toMatchObject({
    on: '2025-07-11',
    at: '10:00',
    minutes: 60,
    dateText: 'Friday, July 11th',
    timeText: '10am Central',
    price: 'Complimentary',
  });
});

test('the shipped content shows the sentence about ten attendees once: it is hidden in the hero', () => {
  const { hero, facts } = content.retreats[0]!;
  const said = allTexts(content)
    .filter(({ text }) => /\b(10|ten) (attendees|founders)/iu.test(text))
    .map(({ text }) => text);
  expect(said).toEqual([facts.capacityText, hero.capacity.text]);
});
