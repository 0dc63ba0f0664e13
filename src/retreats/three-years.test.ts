import { expect, it } from 'vitest';
import { loadContent } from '../content/load.ts';
import { featuredRetreat, nextRetreatSlug, chooseRetreatOfForm } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { frontPagePhase, phaseWords } from './phases.ts';
import { structuredDataOf } from './structured-data.ts';

const content = loadContent();
const origin = new URL('https://founderhouse.example');

function retreat(slug: string, season: string, latest: string, formId: string): RetreatContent {
  const copy = structuredClone(content.retreats[0]!);
  const { facts } = copy;
  Object.assign(facts, { season, latest, earliest: latest.slice(0, 8) + '01', afterwards: 'turn' });
  facts.callToAction = `Join the waitlist for ${season}`;
  facts.description = `A retreat in ${season}. Join the waitlist.`;
  facts.waitlist.formId = formId;
  return { ...copy, slug, hero: { ...copy.hero, facts: ['Austin, Texas', season] } };
}

const spring = retreat('spring-2026', 'Spring 2026', '2026-05-31', 'a'.repeat(32));
const fall = retreat('fall-2027', 'Fall 2027', '2027-11-30', 'b'.repeat(32));
const retreats = [spring, fall];

const dayMs = 86_400_000;
/** Noon in Austin on every day from 2026 to 2028. */
const everyDay = Array.from({ length: 3 * 365 + 1 }, (_, index) => new Date(Date.UTC(2026, 0, 1, 18) + index * dayMs));

it('on every day of three years, a page with `afterwards: turn` announces nothing that is over', () => {
  for (const now of everyDay) {
    const today = now.toISOString().slice(0, 10);
    const shown = featuredRetreat(retreats, now);
    expect(shown.slug).toBe(today <= spring.facts.latest ? 'spring-2026' : 'fall-2027');
    const phase = frontPagePhase(shown, 0, now);
    const words = phaseWords(content, shown, phase);
    const isOver = today > shown.facts.latest;
    const said = JSON.stringify([words.callToAction, words.description, words.waitlist]);
    const types = structuredDataOf(shown, content.site, { origin, address: origin.href, isOver: phase === 'over' }).map(
      (data) => (data as { '@type': string })['@type'],
    );
    expect([today, phase, types.includes('Event'), words.notice !== undefined]).toEqual([today, isOver ? 'over' : 'open', !isOver, isOver]);
    expect(said.includes(`waitlist for ${shown.facts.season}`)).toBe(!isOver);
    expect(words.facts.includes(shown.facts.season)).toBe(!isOver);

    // A form joins the retreat that lies ahead, and never one that is over.
    for (const form of retreats) {
      const joined = chooseRetreatOfForm(retreats, form.facts.waitlist.formId, now, new Set());
      const ahead = retreats.find(({ facts }) => facts.latest >= today)?.slug ?? nextRetreatSlug;
      expect(joined).toBe(today <= form.facts.latest ? form.slug : ahead);
    }
  }
});

it('a retreat with `afterwards: keep` keeps its text, its event and its waitlist after the end', () => {
  const kept = content.retreats[0]!;
  const now = new Date('2028-06-01T12:00:00Z');
  const phase = frontPagePhase(kept, kept.facts.capacity, now);
  expect(phase).toBe('open');
  expect(phaseWords(content, kept, phase)).toEqual({
    callToAction: kept.facts.callToAction,
    description: kept.facts.description,
    waitlist: kept.facts.waitlist,
    notice: undefined,
    facts: kept.hero.facts,
  });
  expect(chooseRetreatOfForm(content.retreats, kept.facts.waitlist.formId, now, new Set())).toBe('spring-2026');
});

const noticeOfFull = (now: Date) => phaseWords(content, fall, frontPagePhase(fall, fall.facts.capacity, now)).notice;

it('a full retreat states that every seat is taken until its last day, and does not mention seats afterwards', () => {
  expect(noticeOfFull(new Date('2027-10-01T12:00:00Z'))).toMatch(/^All 10 seats for Fall 2027 are taken\./u);
  expect(noticeOfFull(new Date('2027-12-02T12:00:00Z'))).toMatch(/^The Fall 2027 retreat is over\./u);
});
