import { expect, test, waitlistFrame } from '../support/browser.ts';

/** What a screen reader is told, as trees that a person can read. */
test('the retreat page from its head to its foot', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'retreat-header.aria.yml' });
  await page.locator('#faq summary').nth(1).click();
  await expect(page.locator('#faq')).toMatchAriaSnapshot({ name: 'retreat-faq.aria.yml' });
  await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.locator('#gallery')).toMatchAriaSnapshot({ name: 'retreat-gallery.aria.yml' });
  await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot({ name: 'footer.aria.yml' });
  const frame = await waitlistFrame(page);
  await expect(frame.getByRole('main')).toMatchAriaSnapshot({ name: 'waitlist-frame.aria.yml' });
});

test('the workshop page: its head, its form, and its form refused', async ({ page }) => {
  await page.goto('/speaker-series');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'workshop-header.aria.yml' });
  await expect(page.locator('#event')).toMatchAriaSnapshot({ name: 'workshop-event.aria.yml' });
  await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot({ name: 'footer.aria.yml' });
  await page.getByLabel('First name').scrollIntoViewIfNeeded();
  await expect(page.locator('#register')).toMatchAriaSnapshot({ name: 'workshop-register.aria.yml' });
  await expect(page.locator('form')).toHaveAttribute('novalidate');
  await page.locator('form').getByRole('button').click();
  await expect(page.getByRole('alert')).toMatchAriaSnapshot({ name: 'workshop-refused.aria.yml' });
});
