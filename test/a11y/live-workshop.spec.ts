import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { endOfWorkshop, startOfWorkshop } from '../../src/content/workshop-schedule.ts';
import { readFunnel } from '../../src/funnel/funnel.ts';
import { signedId } from '../../src/link-tokens.ts';
import { paths } from '../../src/paths.ts';
import { violations } from '../support/axe.ts';
import { workshop } from '../support/forms.ts';
import { contentWith } from '../support/app.ts';
import { startHttpApp } from '../support/http-app.ts';
import { tabThrough } from '../support/keyboard.ts';
import { recording } from '../support/recording.ts';
import { base } from '../support/worker-fixtures.ts';

/** The pages of a live workshop on a phone: what a founder's own links open before, during and after the workshop. */
const headings = {
  early: 'You’re early',
  open: 'Come in',
  over: 'This workshop is over',
  cancelled: 'This workshop is cancelled',
};
type State = keyof typeof headings;

/** The site in this process, with a registered founder and a clock that the test sets. */
async function startLiveWorkshop() {
  const content = structuredClone(contentWith({ question: { text: 'Was it worth your hour?', options: ['Yes', 'In part', 'No'] } }));
  const talk = content.workshops[0]!;
  const clock = { now: startOfWorkshop(talk) };
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const site = await startHttpApp(clock, { PORT: String(port), RATE_LIMIT_PER_MINUTE: '6000' }, content);
  await site.app.listen({ host: '127.0.0.1', port });
  const { store, secret } = site.services;
  const { submission, ...rest } = recording();
  await store.submissions.record({ ...rest, submission: { ...submission, form: { ...submission.form, id: workshop.id } } });
  const own = (path: (token: string) => string, purpose: 'join' | 'feedback') =>
    `${origin}${path(signedId(secret, purpose, submission.id))}`;
  return {
    join: own(paths.join, 'join'),
    feedback: own(paths.feedback, 'feedback'),
    /** A page of this site stands for the call: the browser cannot reach any other. */
    storeLink: () => store.workshops.setMeetingLink(talk.slug, origin + paths.privacy, clock.now),
    attendance: async () => (await readFunnel(store.funnel, content, talk.slug)).total.joined,
    /** Makes it the time of a state of the link to the call. */
    become(state: State) {
      clock.now =
        state === 'early'
          ? new Date(startOfWorkshop(talk).getTime() - 86_400_000)
          : state === 'over'
            ? endOfWorkshop(talk)
            : startOfWorkshop(talk);
      talk.cancelled = state === 'cancelled';
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

const test = base.extend<{ live: Awaited<ReturnType<typeof startLiveWorkshop>> }>({
  live: async ({ page }, provide) => {
    await using live = await startLiveWorkshop();
    await provide(live);
    await page.close();
  },
});
test.use({ viewport: { width: 360, height: 740 } });

async function expectSound(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const stops = await tabThrough(page);
  expect(stops.length).toBeGreaterThan(0);
  expect(stops.filter(({ backwards, covered, indicator }) => backwards || covered || indicator.contrast < 3)).toEqual([]);
}

test('each state of the link to a video call is accessible on a phone, and its button works with the keyboard', async ({ page, live }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const state of ['early', 'over', 'cancelled', 'open'] as const) {
    live.become(state);
    if (state === 'open') await live.storeLink();
    await page.goto(live.join);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[state]);
    await expectSound(page);
  }
  expect(await live.attendance()).toBe(0);
  await page.getByRole('button', { name: 'Join the call' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${paths.privacy}`);
  expect(await live.attendance()).toBe(1);
  expect(errors).toEqual([]);
});

test('the question after a workshop is accessible on a phone, and can be answered with the keyboard', async ({ page, live }) => {
  live.become('over');
  await page.goto(live.feedback);
  await expectSound(page);
  await page.getByRole('radio', { name: 'Yes' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'In part' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('We have your answer: In part')).toBeVisible();
  await expectSound(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a founder waits for the call, joins it, and answers the question after it', async ({ page, live }) => {
    live.become('open');
    await page.goto(live.join);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The call is about to open');
    await live.storeLink();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Join the call' }).click();
    await page.waitForURL(`**${paths.privacy}`);
    live.become('over');
    await page.goto(live.feedback);
    await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button').click();
    await expect(page.getByText('We have your answer: No')).toBeVisible();
  });
});
