import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { addressesOf } from '../http/resolve-file.ts';
import { isAhead, receivedWords } from '../submissions/components/received-words.ts';
import { content, waitlist, workshop } from '../../test/support/forms.ts';
import { contentWith, hoursBefore } from '../../test/support/app.ts';
import { root } from '../../test/support/site.ts';

/** The thank-you page: the calendar while there is something to come, and what happens next. */
const client = join(root, 'dist/client');
const resolve = addressesOf(content, readdirSync(client, { recursive: true, encoding: 'utf8' }));
const shownAt = (hours: number) => readFileSync(join(client, resolve(paths.received(workshop.id), hoursBefore(hours)) as string), 'utf8');

describe('the page that the clock asks for', () => {
  it('has every calendar and says when a reminder comes, until the workshop is over', () => {
    for (const hours of [100, 0, -0.9]) {
      expect(shownAt(hours)).toMatch(/calendar\.google\.com[^]*outlook\.live\.com[^]*outlook\.office\.com/u);
      expect(shownAt(hours)).toContain(`href="${paths.calendar(content.workshops[0]?.slug as string)}"`);
      expect(shownAt(hours)).toContain('We remind you by email 24 hours and 1 hour before we begin.');
    }
    expect(shownAt(-1)).not.toMatch(/calendar\.google|outlook|\.ics|remind/u);
    expect(shownAt(-1)).toContain(content.retreat.facts.callToAction);
  });

  it('has no address of its own for the time after', () => {
    expect(resolve(`/app/form/${workshop.id}/received-over`, hoursBefore(-1))).toBeUndefined();
  });
});

it('has no calendar for the waitlist, a cancelled workshop, or one without reminders no word of them', () => {
  expect(receivedWords(content, waitlist, true).calendar).toEqual([]);
  const cancelled = contentWith({ cancelled: true });
  expect(isAhead(cancelled.workshops[0]!, hoursBefore(100))).toBe(false);
  expect(receivedWords(contentWith({ reminders: [] }), workshop, true).text.join(' ')).not.toContain('remind');
  expect(receivedWords(contentWith({ reminders: [0.5] }), workshop, true).text.at(-1)).toBe(
    'We remind you by email 30 minutes before we begin.',
  );
});
