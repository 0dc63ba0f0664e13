import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { formInUse } from '../content/form-in-use.ts';
import { findForm } from '../forms/catalog.ts';
import { receivedWords } from '../submissions/components/received-words.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { content, waitlist, workshop } from '../../test/support/forms.ts';
import { contentWith, hoursBefore } from '../../test/support/app.ts';

/** The thank-you page at different times: calendar links, and what happens next. */
const clock = { now: hoursBefore(100) };
let site: Awaited<ReturnType<typeof startHttpApp>>;
beforeAll(async () => {
  site = await startHttpApp(clock);
});
afterAll(() => site[Symbol.asyncDispose]());

async function pageAt(hours: number, path = paths.received(workshop.id)) {
  clock.now = hoursBefore(hours);
  return site.app.inject(path);
}

describe('the thank-you page of a workshop', () => {
  it('links to every calendar and names the reminders until the workshop is over', async () => {
    for (const hours of [100, 0, -0.9]) {
      const { body } = await pageAt(hours);
      expect(body).toMatch(/calendar\.google\.com[^]*outlook\.live\.com[^]*outlook\.office\.com/u);
      expect(body).toContain(`href="${paths.calendar(content.workshops[0]?.slug as string)}"`);
      expect(body).toContain(
        'If there’s still time, we’ll remind you by email 24 hours and 1 hour before we begin, unless you’ve asked us not to.',
      );
    }
    const { body } = await pageAt(-1);
    expect(body).not.toMatch(/calendar\.google|outlook|\.ics|remind/u);
    expect(body).toContain(content.retreats[0]!.facts.callToAction);
  });

  it('has the same address after the workshop', async () => {
    expect((await pageAt(-1, `/app/form/${workshop.id}/received-over`)).statusCode).toBe(404);
  });
});

const wordsOf = (changed: typeof content, { id }: { id: string }) => receivedWords(changed, findForm(changed, id)!, true);

it('the thank-you page has no calendar for the waitlist or a cancelled workshop, and mentions no reminders without any', () => {
  expect(wordsOf(content, waitlist).calendar).toEqual([]);
  const cancelled = contentWith({ cancelled: true });
  expect(formInUse(cancelled, workshop.id, hoursBefore(100), new Set()).isAhead).toBe(false);
  expect(wordsOf(contentWith({ reminders: [] }), workshop).text.join(' ')).not.toContain('remind');
  expect(wordsOf(contentWith({ reminders: [0.5] }), workshop).text.at(-1)).toBe(
    'If there’s still time, we’ll remind you by email 30 minutes before we begin, unless you’ve asked us not to.',
  );
});
