import { paths } from '../../src/paths.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { arrived, formPages, expect, fill, openHydrated, test } from '../support/browser.ts';
import { unlimited } from '../support/proof.ts';

/** Posts over the rate limit, which visitors who share one network address can meet. */
const formPage = formPages[0]!;
const received = paths.received(workshop.id);

test('the page for too many posts shows everything typed, counts down and sends by itself', async ({ page, startOwn }) => {
  const site = await startOwn({ ...unlimited, RATE_LIMIT_PER_MINUTE: '1' });
  await post(site, workshop.id, answers());
  await page.clock.install();
  const { frame } = await openHydrated({ ...formPage, page: `${site.url}/speaker-series` }, page);
  const typed = await fill(frame, { inf_field_LastName: 'O’Vane <b>' });
  await frame.locator('form').getByRole('button').click();
  await arrived(frame, paths.process(workshop.id));

  const notice = frame.getByRole('alert');
  await expect(notice).toContainText(/Everything you typed is still here, and we’ll send it automatically in \d+ seconds/u);
  await expect(notice).toBeFocused();
  const button = frame.locator('form').getByRole('button');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveText(/^Sending automatically in \d+ s$/u);
  await expect(button).toHaveAccessibleName('Sending automatically');
  for (const [wire, value] of Object.entries(typed)) await expect(frame.locator(`[name="${wire}"]`)).toHaveValue(value);

  const before = Number(/\d+/u.exec((await button.textContent())!)![0]);
  await page.clock.runFor(5000);
  await expect.poll(async () => Number(/\d+/u.exec((await button.textContent())!)?.[0])).toBeLessThanOrEqual(before - 5);
  await button.click({ force: true });
  expect((await listSubmissions(site)).some(({ fields }) => fields['inf_field_Email'] === typed['inf_field_Email'])).toBe(false);

  // The limit of the real server follows its own clock, so this response replaces the server's.
  await page.route(`**${paths.process(workshop.id)}`, (route) => route.fulfill({ status: 303, headers: { location: received } }));
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.clock.runFor(60_000);
  const fields = new URLSearchParams((await sent).postData()!);
  for (const [wire, value] of Object.entries(typed)) expect(fields.get(wire)).toBe(value);
  expect(fields.get('altcha')).toBeTruthy();
  await arrived(frame, received);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the page for too many posts says when to send the form again, and does not send it', async ({ page, startOwn }) => {
    const site = await startOwn({ ...unlimited, RATE_LIMIT_PER_MINUTE: '1' });
    await post(site, workshop.id, answers());
    await page.goto(`${site.url}/speaker-series`);
    const typed = await fill(page.mainFrame());
    await page.locator('form').getByRole('button').click();
    await arrived(page.mainFrame(), paths.process(workshop.id));
    await expect(page.getByRole('alert')).toContainText(/send it again in \d+ seconds/u);
    const button = page.locator('form').getByRole('button');
    await expect(button).toHaveText(workshop.button);
    await expect(button).not.toHaveAttribute('aria-disabled');
    for (const [wire, value] of Object.entries(typed)) await expect(page.locator(`[name="${wire}"]`)).toHaveValue(value);
  });
});
