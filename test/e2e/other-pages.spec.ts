import { paths } from '../../src/paths.ts';
import { content, post, waitlist, workshop } from '../support/forms.ts';
import { expect, fill, test, waitlistFrame } from '../support/browser.ts';

test('an unknown path returns a 404 page that links home and logs the path in the console', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const response = await page.goto('/speaker-series/nobody?x=1');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/u);
  expect(logged.filter((line) => line.includes('/speaker-series/nobody') && line.startsWith('404'))).toHaveLength(1);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the privacy page states what is stored and how to have it erased', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.words.privacy.title);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(content.words.privacy.sections.map(({ heading }) => heading));
  await expect(page.getByRole('main').getByRole('link', { name: content.site.contactEmail })).toHaveAttribute(
    'href',
    `mailto:${content.site.contactEmail}`,
  );
  await expect(page.getByRole('main')).toContainText('730\u00a0days');
});

const thanks = [
  { form: waitlist, heading: content.retreats[0]!.facts.waitlist.received.heading, next: '/speaker-series' },
  { form: workshop, heading: content.workshops[0]!.form.received.heading, next: '/#waitlist-form' },
];
test('the thank-you page of each form says what comes next', async ({ page, request }) => {
  for (const { form, heading, next } of thanks) {
    await page.goto(`/app/form/${form.id}/received`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/u);
    const link = page.getByRole('main').locator(`a[href="${next}"]`);
    await expect(link).toBeVisible();
    // In the frame of the retreat page, the link must leave the frame.
    await expect(link).toHaveAttribute('target', '_top');
    expect((await request.get(next)).status()).toBe(200);
  }
});

test('links in the waitlist frame leave it, except those of an email, and a form that was replaced says so', async ({ page }) => {
  await test.step('links in the waitlist frame leave the frame', async () => {
    await page.goto('/');
    const frame = page.frameLocator('#waitlist-form iframe');
    await page.locator('#waitlist-form').scrollIntoViewIfNeeded();
    await frame.getByRole('link', { name: 'How we use what you send us' }).click();
    await expect(page).toHaveURL('/privacy');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  await test.step('a post from the waitlist frame to a form that was replaced gets a page in the frame that says so, and an email link keeps it there', async () => {
    await page.goto('/');
    const frame = await waitlistFrame(page);
    await frame.locator('form').evaluate((form: HTMLFormElement, action) => {
      form.action = action;
      form.submit();
    }, paths.process('replaced'));
    const heading = frame.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('This form has been replaced');
    for (const part of ['main', 'contentinfo'] as const) {
      await frame.getByRole(part).getByRole('link', { name: content.site.contactEmail }).click();
      await expect(heading).toBeVisible();
    }

    await page.goto('/');
    const form = await waitlistFrame(page);
    await form.goto(paths.checkInbox(waitlist.id));
    await form.getByRole('link', { name: content.site.contactEmail }).click();
    await expect(form.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
  });

  await test.step('a waitlist frame whose form was replaced since the page was opened shows the 404 page, and its link leaves the frame', async () => {
    await page.route('/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(paths.form(waitlist.id), paths.form('replaced')) });
    });
    await page.goto('/');
    await page.locator('#waitlist-form').scrollIntoViewIfNeeded();
    const frame = page.frameLocator('#waitlist-form iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(frame.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    await expect(frame.getByText('there is a newer one')).toBeVisible();
    await page.unroute('/');
    await frame.getByRole('link', { name: 'Return to Home' }).click();
    await waitlistFrame(page);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('links of an error page in the waitlist frame leave the frame', async ({ page }) => {
    await page.goto('/');
    const frame = await waitlistFrame(page);
    await fill(frame);
    // More than the body of a post may have. In the textarea, Chromium would take a second to break it into lines.
    await frame
      .locator('input[type="hidden"]')
      .first()
      .evaluate((field: HTMLInputElement) => (field.value = 'x'.repeat(66_000)));
    await frame.getByRole('button').click();
    const footer = frame.getByRole('contentinfo');
    for (const name of ['Founder House', 'Accessibility'])
      await expect(footer.getByRole('link', { name })).toHaveAttribute('target', '_top');
    await footer.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/privacy');
  });
});

test('a refused post gets its status and a page with a heading and a link home', async ({ page, site }) => {
  const refused = [
    { status: 413, send: () => post(site, workshop.id, `x=${'y'.repeat(66_000)}`) },
    { status: 415, send: () => post(site, workshop.id, 'hello', { 'content-type': 'text/plain' }) },
    { status: 403, send: () => post(site, workshop.id, 'a=b', { origin: 'https://elsewhere.example' }) },
    { status: 404, send: () => post(site, 'nobody', 'a=b') },
  ];
  for (const { status, send } of refused) {
    const response = await send();
    expect(response.status).toBe(status);
    // The browser renders the response under its own content security policy.
    await page.route(
      '**/shown',
      async (route) => route.fulfill({ status: 200, headers: Object.fromEntries(response.headers), body: await response.text() }),
      { times: 1 },
    );
    // Chromium sometimes does not report `load` for a fulfilled route.
    await page.goto('/shown', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 }), `${status}`).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
});

test('the printed retreat page has the address of the form instead of frame, gallery and buttons, and the workshop page has no form, and other pages have no links that stand alone', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/');
  await expect(page.locator('#waitlist-form iframe')).toBeHidden();
  await expect(page.locator('#gallery')).toBeHidden();
  for (const call of await page.getByText(content.retreats[0]!.facts.callToAction, { exact: true }).all()) await expect(call).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The printed page shows the address of the form.
  await expect(page.locator('#waitlist-form').getByText(/^https?:\/\/\S+$/u)).toBeVisible();
  await expect(page.locator('#letter')).toContainText('Dear founder');

  await page.goto('/speaker-series');
  await expect(page.locator('#register form')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Reserve My Spot' })).toHaveCount(0);
  await expect(page.locator('#event')).toContainText('Friday, July 11th');
  const [term, date] = await page
    .locator('#event dt')
    .first()
    .or(page.locator('#event time span'))
    .evaluateAll((both) => both.map((each) => each.getBoundingClientRect().left));
  expect(date).toBe(term);
  await expect(page.getByRole('link', { name: 'Read about the retreat' })).toHaveCount(0);
  await expect(page.locator('#register').getByText(/^https?:\/\/\S+$/u)).toBeVisible();

  await page.goto(paths.lostLink);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'How we use what you send us' })).toHaveCount(0);
});

test('on a phone, every page of a form or link shows the logo, except those that can be in the frame of the retreat page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const logo = page.getByRole('main').getByRole('link', { name: 'Founder House', exact: true });
  const [retreat, speakerSeries] = [content.retreats[0]!.facts.waitlist.formId, content.workshops[0]!.form.id];
  for (const path of [paths.lostLink, paths.form(speakerSeries), paths.received(speakerSeries), paths.checkInbox(speakerSeries)]) {
    await page.goto(path);
    await expect(logo, path).toBeVisible();
  }
  for (const path of [paths.form(retreat), paths.received(retreat), paths.checkInbox(retreat)]) {
    await page.goto(path);
    await expect(logo, path).toBeHidden();
  }
});
