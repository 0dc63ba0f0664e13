import { paths } from '../../src/paths.ts';
import { answers, content, listSubmissions, post, workshop } from '../support/forms.ts';
import { linkIn, mailTo, mailsTo } from '../support/mails.ts';
import { expect, test } from '../support/browser.ts';
import { tabThrough } from '../support/keyboard.ts';
import type { Site } from '../support/site.ts';

/** Posts a form without a proof; returns the link of the confirmation email. */
async function postAndGetLink(site: Site) {
  const typed = answers();
  const email = typed['inf_field_Email'] as string;
  const response = await post(site, workshop.id, typed);
  expect([response.status, response.headers.get('location')]).toEqual([303, paths.checkInbox(workshop.id)]);
  const [mail] = await mailTo(site, email);
  const state = async () => (await listSubmissions(site)).find(({ fields }) => fields['inf_field_Email'] === email)?.state;
  return { email, typed, link: linkIn(mail!, site), state };
}

test('opening the confirmation link changes nothing; its button confirms, by keyboard too', async ({ page, site, request }) => {
  const { link, state } = await postAndGetLink(site);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await request.fetch(link, { method })).status()).toBe(200);
  expect(await state()).toBe('held');

  const response = await page.goto(link);
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' });
  await expect(page).toHaveTitle(/^Confirm your email address/u);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([workshop.name]);
  const stops = await tabThrough(page);
  expect(stops.map(({ name }) => name)).toContain('Confirm my email address');
  expect(stops.filter(({ covered, indicator }) => covered || indicator.width < 2 || indicator.contrast < 3)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm my email address' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.workshops[0]!.form.received.heading);
  await expect(page).toHaveTitle(/^Confirmed/u);
  expect(await state()).toBe('accepted');
  await page.goto(link);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('an address gets one confirmation email per form, and its page lets the founder choose the answers to confirm', async ({
  page,
  site,
}) => {
  const { email, typed, link } = await postAndGetLink(site);
  await post(site, workshop.id, { ...typed, inf_field_Company: 'The New Brand' });
  await page.goto(link);
  const [first, second] = await page.getByRole('main').getByRole('listitem').all();
  const answersBox = (await first!.getByRole('paragraph').boundingBox())!;
  const buttonBox = (await first!.getByRole('button').boundingBox())!;
  const spaceAboveButtonPx = buttonBox.y - answersBox.y - answersBox.height;
  const spaceBelowButtonPx = (await second!.boundingBox())!.y - buttonBox.y - buttonBox.height;
  // Each button is nearer to its own answers than to the next ones.
  expect(spaceBelowButtonPx).toBeGreaterThan(spaceAboveButtonPx);
  // No phone number is broken between two lines, wherever its line ends.
  for (let width = 320; width <= 440; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    const phone = await first!.getByText(typed['inf_field_Phone1']!, { exact: true }).boundingBox();
    expect(phone!.height, `${width} pixels wide`).toBeLessThan(40);
  }
  await page.getByRole('listitem').filter({ hasText: 'The New Brand' }).getByRole('button', { name: 'Confirm these answers' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  const accepted = (await listSubmissions(site, '--state', 'accepted')).filter(({ fields }) => fields['inf_field_Email'] === email);
  expect(accepted.map(({ fields }) => fields['inf_field_Company'])).toEqual(['The New Brand']);
  const requests = (await mailsTo(site, email)).filter(({ subject }) => subject === content.emails['confirm-address'].subject);
  expect(requests).toHaveLength(1);
});
