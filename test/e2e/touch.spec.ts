import type { Frame } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrived, formPages, expect, fill, openHydrated, test } from '../support/browser.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/**
 * Fills in the form, empties a required field so that its error shows, and types it again, so that the error disappears on the next tap.
 */
async function fillWithCorrection(frame: Frame) {
  await fill(frame);
  const phone = frame.getByLabel('Phone');
  await phone.fill('');
  await phone.press('Tab');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('(512) 555-0134');
}

/** By touch, the focus moves only when the finger is lifted. A disappearing error must not move the control before the click. */
for (const formPage of formPages)
  test(`${formPage.name} is sent by the tap that removes its last error`, async ({ page }) => {
    const { frame } = await openHydrated(formPage, page);
    await fillWithCorrection(frame);
    await frame.locator('form').getByRole('button').tap();
    await arrived(frame, paths.received(formPage.form.id));
    const heading = frame.getByRole('heading', { level: 1 });
    if (frame.parentFrame()) await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
  });

test('a checkbox is ticked by the press that removes an error, and by the one that causes an error, which shows also after a press without a click', async ({
  page,
}) => {
  const workshop = formPages[0]!;
  for (const press of ['tap', 'click'] as const)
    await test.step(press, async () => {
      const { frame } = await openHydrated(workshop, page);
      await fillWithCorrection(frame);
      const box = frame.getByRole('checkbox').first();
      const phone = frame.getByLabel('Phone');
      await box[press]();
      await expect(phone).not.toHaveAttribute('aria-invalid');
      await expect(box).toBeChecked();

      await box.uncheck();
      await phone.fill('');
      await box[press]();
      await expect(phone).toHaveAttribute('aria-invalid', 'true');
      await expect(box).toBeChecked();
    });

  await test.step('does not suppress an error when it is pressed without a click', async () => {
    const { frame } = await openHydrated(workshop, page);
    await frame.getByLabel('Phone').focus();
    await frame.getByRole('checkbox').first().click({ button: 'right' });
    await expect(frame.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  });
});
