import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { listSubmissions } from '../support/forms.ts';
import { arrived, expect, fill, focused, formPages, openForm, test, waitForHydration } from '../support/browser.ts';

/** Both forms between the first touch and the moment at which their script is ready. */
const script = '**/_astro/SubmissionForm*.js';

/** Delays the script of the form; returns a function that lets it arrive. */
async function holdScript(page: Page) {
  const held = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Collects the paths of the scripts that a page has fetched. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('requestfinished', (request) => request.url().endsWith('.js') && scripts.add(new URL(request.url()).pathname));
  return scripts;
}

for (const formPage of formPages) {
  const { form: definition } = formPage;

  test.describe(`before its script is ready, ${formPage.name}`, () => {
    test('is not hydrated until it is touched, has its scripts once it is in view, and says so if it is first touched offline', async ({
      page,
      context,
    }) => {
      const other = await context.newPage();
      const needed = scriptsOf(other);
      await test.step('is not hydrated until it is touched', async () => {
        const { frame, form } = await openForm(formPage, other);
        await frame.getByLabel('First name').scrollIntoViewIfNeeded();
        await expect.poll(() => [...needed].some((path) => path.includes('/SubmissionForm'))).toBe(true);
        // A script that was to run would have, before this later response.
        await frame.evaluate(() => fetch('/favicon.svg').then((response) => response.text()));
        await expect(form).not.toHaveAttribute('novalidate');
        await waitForHydration(frame);
      });

      await test.step('has its scripts once it is in view, and says that the browser is offline if it is first touched then', async () => {
        const fetched = scriptsOf(page);
        const { frame, form } = await openForm(formPage, page);
        await frame.getByLabel('First name').scrollIntoViewIfNeeded();
        await expect.poll(() => [...fetched].toSorted()).toEqual([...needed].toSorted());
        await context.setOffline(true);
        const typed = await fill(frame);
        await form.getByRole('button').click();
        await expect(frame.getByRole('alert')).toHaveText(/^You seem to be offline/u);
        for (const [wire, value] of Object.entries(typed)) await expect(frame.locator(`[name="${wire}"]`)).toHaveValue(value);
      });
    });

    test('keeps what is typed, lists the errors of a press that was too early, and is sent by one', async ({ page, site }) => {
      await test.step('keeps what is typed, and then shows the errors of the fields that were left', async () => {
        const release = await holdScript(page);
        const { frame, form } = await openForm(formPage, page);
        const typed = await fill(frame, { inf_field_Email: 'nobody' });
        await form.getByRole('button').focus();
        release();
        await expect(frame.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
        await expect(form.locator('[aria-invalid]')).toHaveCount(1);
        for (const [wire, value] of Object.entries(typed)) await expect(frame.locator(`[name="${wire}"]`)).toHaveValue(value);
      });

      await test.step('lists the errors of a press that was too early', async () => {
        const release = await holdScript(page);
        const { frame, form } = await openForm(formPage, page);
        await form.getByRole('button').click();
        release();
        await expect.poll(() => focused(frame)).toBe('alert');
        await expect(frame.getByRole('alert').getByRole('link')).toHaveCount(6);
      });

      await test.step('is sent once, with a proof and the campaign, by a press that was too early', async () => {
        const release = await holdScript(page);
        const { frame, form } = await openForm(formPage, page, '?utm_source=newsletter');
        const { inf_field_Email: email } = await fill(frame);
        await form.getByRole('button').dblclick();
        release();
        await arrived(frame, paths.received(definition.id));
        const stored = (await listSubmissions(site)).filter(({ fields }) => fields['inf_field_Email'] === email);
        expect(stored).toMatchObject([{ state: 'accepted', utm: { utm_source: 'newsletter' } }]);
      });
    });

    test('is sent as without script if its script cannot be loaded or does not arrive', async ({ page, trouble }) => {
      await test.step('is sent as without script if the script cannot be loaded', async () => {
        await page.route(script, (route) => route.abort());
        const { frame, form } = await openForm(formPage, page);
        await fill(frame);
        await form.getByRole('button').click();
        await arrived(frame, paths.checkInbox(definition.id));
        expect(trouble.splice(0).join('\n')).toContain('Failed to fetch dynamically imported module');
        await page.unroute(script);
      });

      await test.step('shows that a press waits for the script, and is sent as without script if the script does not arrive', async () => {
        await page.clock.install();
        await page.route(script, () => {});
        const { frame, form } = await openForm(formPage, page);
        await fill(frame);
        const button = form.getByRole('button');
        await button.click();
        await expect(button).toHaveAttribute('aria-disabled', 'true');
        await page.clock.fastForward('00:15');
        await arrived(frame, paths.checkInbox(definition.id));
      });
    });
  });
}
