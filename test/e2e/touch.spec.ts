import type { Frame } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrived, formPages, expect, fill, openHydrated, test } from '../support/browser.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/** Types in all there is to say, leaves the last thing that she must say out, and then types that as well. */
async function mend(frame: Frame) {
  await fill(frame);
  const phone = frame.getByLabel('Phone');
  await phone.fill('');
  await phone.press('Tab');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('(512) 555-0134');
}

/** By touch, the focus moves only after the finger is up. What is pressed must not have moved when the click comes. */
for (const door of formPages)
  test(`${door.name} is sent by the tap that takes its last message back`, async ({ page }) => {
    const { frame } = await openHydrated(door, page);
    await mend(frame);
    await frame.locator('form').getByRole('button').tap();
    await arrived(frame, paths.received(door.form.id));
    const heading = frame.getByRole('heading', { level: 1 });
    if (frame.parentFrame()) await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
  });

test.describe('a checkbox', () => {
  const workshop = formPages[0]!;

  for (const press of ['tap', 'click'] as const) {
    test(`is ticked by the ${press} that takes a message back`, async ({ page }) => {
      const { frame } = await openHydrated(workshop, page);
      await mend(frame);
      const box = frame.getByRole('checkbox').first();
      await box[press]();
      await expect(frame.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
      await expect(box).toBeChecked();
    });

    test(`is ticked by the ${press} that brings a message, and the message comes`, async ({ page }) => {
      const { frame } = await openHydrated(workshop, page);
      await fill(frame);
      await frame.getByLabel('Phone').fill('');
      const box = frame.getByRole('checkbox').first();
      await box[press]();
      await expect(frame.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
      await expect(box).toBeChecked();
    });
  }

  test('keeps no message back when it is pressed without a click', async ({ page }) => {
    const { frame } = await openHydrated(workshop, page);
    await frame.getByLabel('Phone').focus();
    await frame.getByRole('checkbox').first().click({ button: 'right' });
    await expect(frame.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  });
});
