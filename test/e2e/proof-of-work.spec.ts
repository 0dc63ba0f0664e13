import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { listSubmissions, workshop } from '../support/forms.ts';
import { arrived, formPages, expect, fill, openForm, openHydrated, test } from '../support/browser.ts';
import { unlimited } from '../support/proof.ts';
import type { SiteInProcess } from '../support/http-app.ts';

/** The proof of work in a browser, which a visitor should not notice. */
const formPage = formPages[0]!;
const received = paths.received(workshop.id);
const button = (page: Page) => page.locator('form').getByRole('button');
const status = (page: Page) => page.locator('form').getByRole('status');
async function statesOf(site: SiteInProcess, email: string | undefined): Promise<string[]> {
  const states = ['accepted', 'held', 'quarantined'];
  const submissions = await Promise.all(states.map((state) => listSubmissions(site, '--state', state)));
  return states.filter((_, index) => submissions[index]?.some(({ fields }) => fields['inf_field_Email'] === email));
}

/** Counts the challenges that a page requests, and records the workers that it starts. */
function watchProofs(page: Page) {
  const seen = { challenges: 0, workers: [] as string[] };
  page.on('request', (request) => new URL(request.url()).pathname === paths.challenge && (seen.challenges += 1));
  page.on('worker', (worker) => seen.workers.push(new URL(worker.url()).pathname));
  return seen;
}

/** Delays the response to challenge requests; returns a function that sends it. */
async function holdChallenges(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route(`**${paths.challenge}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('a challenge is requested once, when the form is first touched, in each way to touch it', async ({ page }) => {
  const seen = watchProofs(page);
  await test.step('a challenge is requested once, when the form is first touched, and solved in a worker', async () => {
    await openHydrated(formPage, page);
    expect(seen).toEqual({ challenges: 0, workers: [] });
    await page.getByLabel('First name').focus();
    await expect.poll(() => seen.workers.length).toBeGreaterThan(0);
    for (const path of seen.workers) expect(path).toMatch(/^\/_astro\/proof-worker-[\w-]+\.js$/u);
    await fill(page.mainFrame());
    expect(seen.challenges).toBe(1);
  });

  await test.step('a form that a password manager fills in counts as touched', async () => {
    Object.assign(seen, { challenges: 0, workers: [] });
    await openForm(formPage, page);
    await page.getByLabel('Email').evaluate((element: HTMLInputElement) => {
      element.value = 'ottoline@example.com';
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect.poll(() => seen.challenges).toBe(1);
  });

  await test.step('a form that had the focus before hydration counts as touched', async () => {
    Object.assign(seen, { challenges: 0, workers: [] });
    const free = Promise.withResolvers<void>();
    await page.route('**/_astro/SubmissionForm*.js', async (route) => {
      await free.promise;
      await route.continue();
    });
    await openForm(formPage, page);
    await page.getByLabel('First name').focus();
    free.resolve();
    await expect.poll(() => seen.challenges).toBe(1);
  });
});

test('at the default cost and time, a visitor who types is accepted without waiting', async ({ page, startOwn }) => {
  const site = await startOwn({});
  await page.goto(`${site.url}/speaker-series`);
  await page.getByLabel('First name').focus();
  const { inf_field_Email: email } = await fill(page.mainFrame());
  await button(page).click();
  await arrived(page.mainFrame(), received);
  expect(await statesOf(site, email)).toEqual(['accepted']);
});

test('a form that waits for its proof is sent once, corrected, and offline for a while', async ({ page, context, site }) => {
  await test.step('a visitor who types faster waits once, and a second press changes nothing', async () => {
    const release = await holdChallenges(page);
    let posts = 0;
    page.on('request', (request) => (posts += Number(request.method() === 'POST')));
    await openHydrated(formPage, page);
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await page.getByLabel('Email').press('Enter');
    await expect(button(page)).toHaveText('Sending in a moment…');
    await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(status(page)).toHaveText('One moment: your answers will be sent automatically');
    await button(page).click({ force: true });
    await page.getByLabel('Email').press('Enter');
    expect(posts).toBe(0);
    release();
    await arrived(page.mainFrame(), received);
    expect(posts).toBe(1);
    expect(await statesOf(site, email)).toEqual(['accepted']);
  });

  await test.step('a correction made while the form waits is sent; a new mistake is reported', async () => {
    const release = await holdChallenges(page);
    await openHydrated(formPage, page);
    await fill(page.mainFrame());
    await button(page).click();
    await page.getByLabel('Email').fill('');
    release();
    await expect(page.getByRole('alert')).toContainText('Enter your email address');
    await expect(button(page)).toHaveText(workshop.button);
    const email = `corrected.${crypto.randomUUID()}@example.com`;
    await page.getByLabel('Email').fill(email);
    await button(page).click();
    await arrived(page.mainFrame(), received);
    expect(await statesOf(site, email)).toEqual(['accepted']);
  });

  await test.step('a form that waits says that the browser is offline, and is accepted once the browser is online', async () => {
    const release = await holdChallenges(page);
    await openHydrated(formPage, page);
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await button(page).click();
    await context.setOffline(true);
    release();
    await expect(page.getByRole('alert')).toContainText('You seem to be offline');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await button(page).click();
    await arrived(page.mainFrame(), received);
    expect(await statesOf(site, email)).toEqual(['accepted']);
  });
});

test('a form outlives its challenge, and a worker that does not arrive', async ({ page, site }) => {
  await test.step('a form left open beyond the life of its challenge gets another one without a message', async () => {
    const seen = watchProofs(page);
    await page.clock.install();
    await openHydrated(formPage, page);
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await expect.poll(() => seen.challenges).toBe(1);
    await page.clock.fastForward('16:00');
    await button(page).click();
    await arrived(page.mainFrame(), received);
    expect(seen.challenges).toBe(2);
    expect(await statesOf(site, email)).toEqual(['accepted']);
  });

  await test.step('a form whose worker script does not arrive is sent without a proof after 30 seconds', async () => {
    await page.route('**/proof-worker*', () => {});
    await openHydrated(formPage, page);
    const worker = page.waitForRequest('**/proof-worker*');
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await worker;
    await button(page).click();
    await expect(button(page)).toHaveText('Sending in a moment…');
    await page.clock.fastForward('00:30');
    await arrived(page.mainFrame(), paths.checkInbox(workshop.id));
    expect(await statesOf(site, email)).toEqual(['held']);
  });
});

test('a form filled in immediately waits until a person could have typed it', async ({ page, startOwn }) => {
  const slow = await startOwn({ ...unlimited, MIN_FILL_SECONDS: '3' });
  await page.goto(`${slow.url}/speaker-series`);
  const { inf_field_Email: email } = await fill(page.mainFrame());
  await button(page).click();
  await expect(button(page)).toHaveText('Sending in a moment…');
  await arrived(page.mainFrame(), received);
  expect(await statesOf(slow, email)).toEqual(['accepted']);
});

test('a challenge that failed is requested again on submit, and a form that gets none is sent without a proof, and confirmed by mail', async ({
  page,
  site,
  trouble,
}) => {
  const fail = (times?: number) =>
    page.route(`**${paths.challenge}`, (route) => route.fulfill({ status: 503, body: '' }), times === undefined ? {} : { times });
  await test.step('a challenge that failed at the first touch is requested again on submit', async () => {
    await fail(1);
    await openHydrated(formPage, page);
    const failed = page.waitForResponse(`**${paths.challenge}`);
    await page.getByLabel('First name').focus();
    await failed;
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await button(page).click();
    await arrived(page.mainFrame(), received);
    expect(await statesOf(site, email)).toEqual(['accepted']);
  });

  await test.step('a form without an available challenge is sent without a proof, and confirmed by mail', async () => {
    await fail();
    await openHydrated(formPage, page);
    const { inf_field_Email: email } = await fill(page.mainFrame());
    await button(page).click();
    await arrived(page.mainFrame(), paths.checkInbox(workshop.id));
    expect(await statesOf(site, email)).toEqual(['held']);
  });
  trouble.length = 0;
});

test('a form whose proof was already spent keeps everything typed, and the next press succeeds', async ({ page, site, request }) => {
  await openHydrated(formPage, page);
  const typed = await fill(page.mainFrame());
  // Another post spends the same proof first.
  await page.route(
    `**${paths.process(workshop.id)}`,
    async (route) => {
      const theirs = new URLSearchParams(route.request().postData()!);
      theirs.set('inf_field_Email', `first.${crypto.randomUUID()}@example.com`);
      await request.post(route.request().url(), {
        data: theirs.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        maxRedirects: 0,
      });
      await route.continue();
    },
    { times: 1 },
  );
  await button(page).click();
  await arrived(page.mainFrame(), paths.process(workshop.id));
  await expect(page.getByRole('alert')).toContainText('robots out has expired. Everything you typed is still here');
  await expect(page.getByRole('alert')).toBeFocused();
  for (const [wire, value] of Object.entries(typed)) await expect(page.locator(`[name="${wire}"]`)).toHaveValue(value);
  const seen = watchProofs(page);
  await expect(page.locator('form')).toHaveAttribute('novalidate');
  await button(page).click();
  await arrived(page.mainFrame(), received);
  expect(seen.challenges).toBe(0);
  expect(await statesOf(site, typed['inf_field_Email'])).toEqual(['accepted']);
});

test('a form whose entries another script reads while it is sent is sent with its proof', async ({ page, site }) => {
  await page.addInitScript(() => {
    addEventListener('submit', ({ target }) => void new FormData(target as HTMLFormElement));
  });
  await openHydrated(formPage, page);
  const { inf_field_Email: email } = await fill(page.mainFrame());
  await button(page).click();
  await arrived(page.mainFrame(), received);
  expect(await statesOf(site, email)).toEqual(['accepted']);
});
