import { afterEach, expect, it, vi } from 'vitest';
import { postgresSettings } from '../../test/support/deployment.ts';
import { answers, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { paths } from '../paths.ts';

afterEach(() => void vi.useRealTimers());

it.each([
  ['an hour', hourMs],
  ['a year', 365 * 24 * hourMs],
])('attack: a clock that was %s ahead is corrected, and over PostgreSQL a client is refused for a minute at most', async (_, aheadMs) => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + aheadMs });
  await using site = await startIntake({ now: new Date(now) }, { ...(await postgresSettings()), RATE_LIMIT_PER_MINUTE: '2' });
  const post = () => site.post(workshop.id, answers());
  const isReceived = paths.checkInbox(workshop.id);
  expect([await post(), await post(), await post()]).toEqual([isReceived, isReceived, undefined]);
  vi.setSystemTime(now);
  expect([await post(), await post(), await post()]).toEqual([isReceived, isReceived, undefined]);
  vi.setSystemTime(now + minuteMs);
  expect(await post()).toBe(isReceived);
});
