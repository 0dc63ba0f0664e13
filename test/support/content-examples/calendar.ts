import type { Content } from '../../../src/content/content.ts';
import { type Examples, retreat, workshop } from './example.ts';

const withDates = (content: Content, from: string, to: string) => {
  const { checkIn, checkOut } = retreat(content).nextSteps;
  Object.assign(checkIn, { on: from, text: 'Check-in' });
  Object.assign(checkOut, { on: to, text: 'Check-out' });
};
const anotherForm = (content: Content) => ({ ...workshop(content).form, id: 'c'.repeat(32) });
/** What an editor may get wrong about dates. */
export const calendar: Examples<
  | 'footerYearOver'
  | 'copiedSeason'
  | 'lastRetreatEnds'
  | 'lastWorkshopEnds'
  | 'letterDate'
  | 'stayOutsideSeason'
  | 'stayLength'
  | 'retreatOverrides'
  | 'wrongWeekday'
> = {
  footerYearOver: [
    {
      now: new Date('2026-01-01T06:00:00Z'),
      spoil: () => {},
      finds: ['footerYear', 'the footer says 2025, but the year is 2026'],
      fix: ({ site }) => void (site.footerYear = 2026),
    },
  ],
  copiedSeason: [
    {
      spoil(content) {
        const copy = structuredClone({ ...retreat(content), slug: 'fall-2030' });
        for (const part of Object.values(copy)) if (typeof part === 'object') Object.assign(part, { sample: false });
        Object.assign(copy.facts, { season: 'Fall 2030' });
        copy.facts.waitlist.formId = 'd'.repeat(32);
        Object.assign(copy.gallery, { sample: true, heading: 'Spring 2026 at the house' });
        content.retreats.push(copy);
      },
      finds: ['heading', 'it still says Spring 2026, but this retreat is Fall 2030'],
      fix: ({ retreats }) => void (retreats.at(-1)!.gallery.heading = 'Fall 2030 at the house'),
    },
  ],
  lastRetreatEnds: [
    {
      now: new Date('2026-06-01T05:00:00Z'),
      spoil: () => {},
      finds: [
        'latest',
        'the Spring 2026 retreat ended on May 31, 2026, 1 day ago, and its page still invites people to it (afterwards: keep)',
      ],
      fix: (content) => void (retreat(content).facts.latest = '2026-08-01'),
    },
    {
      now: new Date('2026-04-01T15:00:00Z'),
      spoil: () => {},
      finds: ['latest', 'the Spring 2026 retreat ends in 60 days, on May 31, 2026, and nothing is announced after it; begin the next one'],
      fix: (content) => void (retreat(content).facts.latest = '2026-06-01'),
    },
    {
      now: new Date('2026-06-01T04:59:59Z'),
      spoil: () => {},
      finds: ['latest', 'the Spring 2026 retreat ends today'],
      fix: (content) => void content.retreats.push({ ...retreat(content), facts: { ...retreat(content).facts, latest: '2027-05-31' } }),
    },
  ],
  lastWorkshopEnds: [
    {
      spoil: (content) => void (workshop(content).afterwards = 'turn'),
      finds: [
        'on',
        /ended on July 11, 2025, 113 days ago, and its page takes sign-ups for the next one; begin the next one: bin\/organizer workshop new/u,
      ],
      fix: (content) => void (workshop(content).on = '2026-03-01'),
    },
    {
      now: new Date('2025-07-11T15:59:59Z'),
      spoil: () => {},
      finds: ['on', /^the workshop .* ends today, and nothing is announced after it/u],
      fix: (content) => void (workshop(content).on = '2026-03-01'),
    },
    {
      now: new Date('2025-07-11T16:00:00Z'),
      spoil: () => {},
      finds: ['on', /^the workshop .* ended today, and its page stays as it was/u],
      fix: (content) => void (workshop(content).on = '2026-03-01'),
    },
    {
      spoil: (content) =>
        void content.workshops.push({
          ...workshop(content),
          slug: 'cancelled',
          on: '2026-03-01',
          cancelled: true,
          form: anotherForm(content),
        }),
      finds: ['on', /^the workshop .* ended on July 11, 2025/u],
      fix: (content) => void (workshop(content).on = '2026-03-01'),
    },
    {
      spoil: (content) => void Object.assign(workshop(content), { on: '2026-03-01', cancelled: true }),
      finds: ['on', /^the workshop .* of March 1, 2026 was cancelled, and nothing is announced after it; begin the next one/u],
      fix: (content) => void (workshop(content).on = '2026-03-01'),
    },
  ],
  letterDate: [
    {
      now: new Date('2025-11-01T04:59:59Z'),
      spoil: () => {},
      finds: ['date', 'the letter is dated 2025-11-01, which is in the future'],
      fix: (content) => Object.assign(retreat(content).letter, { date: '2025-10-31' }),
    },
  ],
  stayOutsideSeason: [
    {
      spoil: (content) => withDates(content, '2026-05-29', '2026-06-01'),
      finds: [
        'checkOut.on',
        '2026-06-01 is outside the retreat, Spring 2026 (2026-03-01 to 2026-05-31); the page hides it, but every invitation shows it',
      ],
      fix: (content) => withDates(content, '2026-05-28', '2026-05-31'),
    },
    {
      spoil: (content) => {
        withDates(content, '2026-02-28', '2026-03-03');
        retreat(content).nextSteps.visible = true;
      },
      finds: ['checkIn.on', /^2026-02-28 is outside the retreat, .*; the page shows it$/u],
      fix: (content) => withDates(content, '2026-03-01', '2026-03-04'),
    },
  ],
  stayLength: [
    {
      spoil: (content) => withDates(content, '2026-04-20', '2026-04-19'),
      finds: ['checkOut.on', 'check-out comes before check-in'],
    },
    {
      spoil: (content) => withDates(content, '2026-04-20', '2026-04-24'),
      finds: ['checkOut.on', 'from check-in to check-out there are 4 nights, but the retreat has 3'],
    },
  ],
  retreatOverrides: [
    {
      spoil: (content) => void (retreat(content).letter.updatedText = 'Updated 2nd of November, 2025'),
      finds: ['updatedText', 'it says 2nd, but the date is Saturday, November 1st, 2025'],
      fix: (content) => Object.assign(retreat(content).letter, { date: '2025-10-31', updatedText: 'Updated 31st of October, 2025' }),
    },
    {
      spoil: (content) => void (retreat(content).letter.updatedText = 'Updated 1th of November, 2025'),
      finds: ['updatedText', 'it says 1th, but the date is Saturday, November 1st, 2025'],
      fix: (content) => void (retreat(content).letter.updatedText = 'Updated on Sat., 1 Nov. 2025'),
    },
    {
      spoil: (content) => void (retreat(content).nextSteps.checkIn.at = '15:00'),
      finds: ['checkIn.text', 'it says 4:00 pm, but the time is 15:00'],
    },
    {
      spoil: (content) => void (retreat(content).nextSteps.checkOut.on = '2025-10-24'),
      finds: ['checkOut.text', 'it says 23, but the date is Friday, October 24th, 2025'],
    },
  ],
  wrongWeekday: [
    {
      spoil: (content) => void (workshop(content).headline = 'Join us on Thursday, July 11th'),
      finds: ['headline', 'it says Thursday, but July 11, 2025 is a Friday'],
      fix: (content) => void (workshop(content).headline = 'Join us on Friday, July 11th, or on Fri., Jul. 18'),
    },
    {
      spoil: (content) => void (retreat(content).hero.text = 'The doors open on Mon., the 3rd of March, 2026.'),
      finds: ['text', 'it says Mon, but March 3, 2026 is a Tuesday'],
      fix: (content) => void (retreat(content).hero.text = 'The doors open on Monday, March 3, and on Tuesday, 3 March 2026.'),
    },
  ],
};
