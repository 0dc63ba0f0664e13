import type { Frame } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { arrived, formPages, expect, fill, focused, waitForHydration, openForm, openHydrated, test } from '../support/browser.ts';

const wrongAddress = 'Enter an email address like name@example.com, without spaces';
const button = (frame: Frame) => frame.locator('form').getByRole('button');

for (const formPage of formPages) {
  const { form: definition } = formPage;
  const process = paths.process(definition.id);
  const received = paths.received(definition.id);

  test.describe(formPage.name, () => {
    test('shows the errors of a field that is left, of all fields on submit, and of the server', async ({
      page,
      site,
      browser,
      request,
    }) => {
      const { frame } = await openHydrated(formPage, page);
      const email = frame.getByLabel('Email');
      await test.step('shows an error when a field loses the focus, not while typing, and removes it after a correction', async () => {
        await email.pressSequentially('ottoline@exa');
        await expect(email).not.toHaveAttribute('aria-invalid');
        await expect(frame.getByText(wrongAddress)).toHaveCount(0);
        await email.press('Tab');
        await expect(email).toHaveAttribute('aria-invalid', 'true');
        await expect(email).toHaveAccessibleDescription(`Error: ${wrongAddress}`);
        await expect(frame.getByLabel('Brand *')).toBeFocused();

        await email.focus();
        await email.press('End');
        await email.pressSequentially('mple.com');
        await email.press('Tab');
        await expect(email).not.toHaveAttribute('aria-invalid');
        await expect(frame.getByText(wrongAddress)).toHaveCount(0);
        await expect(frame.getByRole('alert')).toHaveCount(0);
      });

      await test.step('lists and focuses all errors on submit', async () => {
        await email.fill('');
        await button(frame).click();
        await expect.poll(() => focused(frame)).toBe('alert');
        expect(await frame.title()).toMatch(/^Error: /u);
        const links = frame.getByRole('alert').getByRole('link');
        await expect(links).toHaveCount(6);
        for (const label of ['System size', 'First name', 'Phone']) {
          await links.filter({ hasText: label }).press('Enter');
          await expect(frame.getByLabel(label)).toBeFocused();
        }
        await button(frame).click();
        await expect.poll(() => focused(frame)).toBe('alert');
        expect(await frame.title()).toMatch(/^Error: (?!Error)/u);
      });

      await test.step('shows the same messages as the server', async () => {
        const context = await browser.newContext({ javaScriptEnabled: false });
        const served = await context.newPage();
        const values: Record<string, string>[] = [
          { inf_field_FirstName: ' ', inf_field_Email: 'nobody', inf_custom_SystemSize: '' },
          { inf_field_LastName: '\u200b', inf_field_Email: 'a b@example.com', inf_field_Company: '', inf_field_Phone1: '' },
        ];
        for (const wrong of values) {
          const typed = await fill(frame, wrong);
          await button(frame).click();
          const summary = frame.getByRole('alert');
          await expect(summary.getByRole('link')).toHaveCount(Object.keys(wrong).length);
          const response = await request.post(process, { form: typed });
          expect(response.status()).toBe(422);
          await served.setContent(await response.text());
          const messagesOfServer = await served.locator('[role="alert"], [id$="-problem"]').allTextContents();
          expect(await frame.locator('[role="alert"], [id$="-problem"]').allTextContents()).toEqual(messagesOfServer);
        }
        await context.close();
      });

      await test.step('focuses the errors that the server returns', async () => {
        await fill(frame);
        // A refusal that the page could not predict: the response to another post.
        const response = await post(site, definition.id, answers({ inf_field_Email: 'nobody' }));
        const body = await response.text();
        await page.route(`**${process}`, (route) => route.fulfill({ status: 422, headers: Object.fromEntries(response.headers), body }));
        await button(frame).click();
        await arrived(frame, process);
        await expect.poll(() => focused(frame)).toBe('alert');
        await expect(frame.getByRole('alert')).toBeInViewport();
        expect(await frame.title()).toMatch(/^Error: /u);
      });
    });

    test('is sent once if the button is pressed several times, after the page returns from the cache, and after the browser was offline', async ({
      page,
      context,
      site,
    }) => {
      const storedWith = async ({ inf_field_Email: email }: Record<string, string>) =>
        (await listSubmissions(site)).filter(({ fields }) => fields['inf_field_Email'] === email);
      await test.step('is sent once if the button is pressed several times', async () => {
        const { frame } = await openHydrated(formPage, page);
        const typed = await fill(frame);
        const released = Promise.withResolvers<void>();
        let posts = 0;
        await page.route(`**${process}`, async (route) => {
          posts += 1;
          await released.promise;
          await route.continue();
        });
        // While a post is pending, Playwright cannot read the page, so the page itself records the text of its button.
        await button(frame).evaluate((element) => {
          const record = () =>
            sessionStorage.setItem(
              'button',
              [element.textContent, element.ariaDisabled, element.parentElement?.querySelector('[role="status"]')?.textContent].join('|'),
            );
          new MutationObserver(record).observe(element.closest('form')!, {
            attributes: true,
            childList: true,
            characterData: true,
            subtree: true,
          });
        });
        await button(frame).hover();
        for (let presses = 0; presses < 3; presses += 1) {
          await page.mouse.down();
          await page.mouse.up();
        }
        await page.keyboard.press('Enter');
        released.resolve();
        await arrived(frame, received);
        expect(await frame.evaluate(() => sessionStorage.getItem('button'))).toBe('Sending…|true|Sending your answers');
        expect(posts).toBe(1);
        expect(await storedWith(typed)).toHaveLength(1);

        await page.evaluate(() => history.back());
        await expect(button(frame)).toHaveText(definition.button);
        await expect(button(frame)).not.toHaveAttribute('aria-disabled');
        await page.unroute(`**${process}`);
      });

      const { frame } = await openHydrated(formPage, page);
      const typed = await fill(frame);
      await test.step('has its button back after the page returns', async () => {
        await page.route(`**${process}`, (route) => route.abort('aborted'), { times: 1 });
        await button(frame).click();
        await expect(button(frame)).toHaveText('Sending…');
        await frame.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
        await expect(button(frame)).toHaveText(definition.button);
      });
      await test.step('says that the browser is offline', async () => {
        await context.setOffline(true);
        await button(frame).click();
        await expect(frame.getByRole('alert')).toHaveText(/^You seem to be offline\. Everything you typed is still here/u);
        await expect.poll(() => focused(frame)).toBe('alert');
        for (const [wire, value] of Object.entries(typed)) await expect(frame.locator(`[name="${wire}"]`)).toHaveValue(value);
        await expect(button(frame)).toHaveText(definition.button);
      });
      await test.step('is sent once the browser is online', async () => {
        await context.setOffline(false);
        await button(frame).click();
        await arrived(frame, received);
        expect(await storedWith(typed)).toHaveLength(1);
      });
    });

    test('can be filled in and sent with the keyboard only, and stores the campaign parameters', async ({ page, site }) => {
      const { frame } = await openForm(formPage, page, '?utm_source=newsletter&utm_campaign=spring&colour=red');
      await frame.getByLabel('First name').focus();
      await waitForHydration(frame);
      const email = `keys.${crypto.randomUUID()}@example.com`;
      for (const text of ['Ottoline', 'O’Vane <b>', email, 'Vane & Daughters', '+1 512 555 0134']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await expect(frame.getByLabel('System size')).toBeFocused();
      await page.keyboard.type('26-50');
      await page.keyboard.press('Tab');
      await page.keyboard.type('How do I begin?');
      await page.keyboard.press('Tab');
      const slack = definition.kind === 'workshop';
      await page.keyboard.press(slack ? 'Space' : 'Tab');
      if (slack) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
      }
      await expect(button(frame)).toBeFocused();
      await page.keyboard.press('Enter');
      await arrived(frame, received);
      await expect(frame.getByRole('heading', { level: 1 })).toBeInViewport();

      const stored = (await listSubmissions(site)).find(({ fields }) => fields['inf_field_Email'] === email);
      expect(stored).toMatchObject({
        formId: definition.id,
        state: 'accepted',
        fields: { inf_field_LastName: 'O’Vane <b>', inf_custom_SystemSize: '26-50 Units', inf_field_Phone1: '+1 512 555 0134' },
        utm: { utm_source: 'newsletter', utm_campaign: 'spring' },
      });
      expect(stored?.fields['inf_option_AddmetotheFounderHouseSlackCommunity']).toBe(slack ? '1512' : undefined);
      expect(Object.values(stored?.fields ?? {})).toContain('How do I begin?');
    });
  });
}

test('an empty checkbox looks like the fields in the light and in the dark scheme', async ({ page }) => {
  await page.goto(paths.form(workshop.id));
  const looks = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { appearance, backgroundColor, borderColor } = getComputedStyle(element);
        return { appearance: element.matches('[type=checkbox]') ? appearance : 'none', backgroundColor, borderColor };
      });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await looks('[type=checkbox]'), colorScheme).toEqual(await looks('[name=inf_field_Email]'));
  }
});
