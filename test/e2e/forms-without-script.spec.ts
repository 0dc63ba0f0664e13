import { honeypot } from '../../src/forms/hidden-fields.ts';
import { paths } from '../../src/paths.ts';
import { listSubmissions } from '../support/forms.ts';
import { linkIn, mailTo } from '../support/mails.ts';
import { arrived, formPages, expect, fill, focused, openForm, test } from '../support/browser.ts';

/** Both forms without JavaScript. */
test.use({ javaScriptEnabled: false });

const size = 'inf_custom_SystemSize';
const html = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}&amp;';

for (const formPage of formPages) {
  const { form: definition } = formPage;
  const last = definition.kind === 'workshop' ? 'Questions for the speaker' : 'What would you like to leave with?';
  const lastWire = definition.fields.find(({ label }) => label === last)!.wire;
  const box: Record<string, string> = definition.kind === 'workshop' ? { inf_option_AddmetotheFounderHouseSlackCommunity: '1512' } : {};

  test.describe(`without script, ${formPage.name}`, () => {
    test('is validated by the browser, and is held until the visitor confirms by the link of a mail', async ({ page, site }) => {
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      const { frame, form } = await openForm(formPage, page);
      expect(await form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(false);
      await form.getByRole('button').click();
      await expect(frame.getByLabel('First name')).toBeFocused();
      expect(await form.locator(':is(input, select):invalid').count()).toBe(6);
      await fill(frame, { inf_field_Email: 'not an address' });
      await form.getByRole('button').click();
      await expect(frame.getByLabel('Email')).toBeFocused();
      expect(posts).toEqual([]);

      await test.step('has a hidden honeypot with a label', async () => {
        const trapField = frame.locator(`[name="${honeypot}"]`);
        await expect(trapField).toHaveAttribute('tabindex', '-1');
        await expect(trapField).toHaveAttribute('autocomplete', 'off');
        expect(await trapField.evaluate((element) => element.closest('[aria-hidden="true"]') !== null)).toBe(true);
        await expect(frame.getByLabel('Leave this field empty')).toHaveAttribute('name', honeypot);
        await expect(frame.getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0);
        const bounds = await trapField.evaluate((element) => element.parentElement!.getBoundingClientRect().toJSON() as DOMRect);
        expect(bounds.width * bounds.height).toBeLessThanOrEqual(1);
      });

      const typed = await fill(frame, { [lastWire]: 'Two lines,\nand a “quote”', ...box });
      await form.getByRole('button').click();
      await arrived(frame, paths.checkInbox(definition.id));
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      const email = typed['inf_field_Email'] as string;
      const stored = async () => (await listSubmissions(site)).filter(({ fields }) => fields['inf_field_Email'] === email);
      expect(await stored()).toHaveLength(1);
      expect((await stored())[0]).toMatchObject({ formId: definition.id, state: 'held', utm: {} });
      expect({ ...(await stored())[0]?.fields, [lastWire]: (await stored())[0]?.fields[lastWire]?.replaceAll('\r\n', '\n') }).toMatchObject(
        typed,
      );

      const [mail] = await mailTo(site, email);
      await page.goto(linkIn(mail!, site));
      await page.getByRole('button', { name: 'Confirm my email address' }).click();
      await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
      expect(await stored()).toMatchObject([{ state: 'accepted' }]);
    });

    test('returns with error messages and everything typed if the server refuses it, and with the error summary focused', async ({
      page,
      site,
    }) => {
      const { frame, form } = await openForm(formPage, page);
      // Values that a browser accepts and the server refuses: spaces only, and an address without a top-level domain.
      const typed = await fill(frame, {
        inf_field_FirstName: '   ',
        inf_field_LastName: html.slice(0, 90),
        inf_field_Email: 'ottoline@example',
        inf_field_Company: html,
        [lastWire]: `\n  ${html}\n</textarea>`,
        ...box,
      });
      await form.getByRole('button').press('Enter');
      await arrived(frame, paths.process(definition.id));
      expect(await frame.title()).toMatch(/^Error: /u);

      const summary = frame.getByRole('alert');
      await expect(summary).toBeInViewport();
      await expect(summary).toHaveAttribute('autofocus');
      // `autofocus` in a frame has no effect once the page around it has the focus (HTML Standard, 6.6.7); with script it works.
      if (definition.kind === 'workshop') await expect.poll(() => focused(frame)).toBe('alert');
      await expect(summary.getByRole('heading')).toHaveText('2 answers need another look');
      await expect(summary.getByRole('link')).toHaveText([
        'First name: Enter your first name',
        'Email: Enter an email address like name@example.com, without spaces',
      ]);
      await expect(frame.getByLabel('First name')).toHaveAccessibleDescription('Error: Enter your first name');
      await expect(frame.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
      await expect(frame.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');

      for (const [wire, value] of Object.entries(typed)) await expect(frame.locator(`[name="${wire}"]`), wire).toHaveValue(value);
      for (const wire of Object.keys(box)) await expect(frame.locator(`[name="${wire}"]`)).toBeChecked();
      await expect(frame.getByLabel('System size')).toHaveValue(typed[size] as string);
      await expect(frame.locator('img[src="x"]')).toHaveCount(0);

      await summary.getByRole('link').nth(1).click();
      await expect(frame.getByLabel('Email')).toBeFocused();
      await frame.getByLabel('Email').fill(`corrected.${crypto.randomUUID()}@example.com`);
      const email = await frame.getByLabel('Email').inputValue();
      await frame.getByLabel('First name').fill('Ottoline');
      await frame.locator('form').getByRole('button').click();
      await arrived(frame, paths.checkInbox(definition.id));
      const stored = (await listSubmissions(site)).find(({ fields }) => fields['inf_field_Email'] === email);
      expect(stored?.fields).toMatchObject({ inf_field_Company: html, ...box });
    });
  });
}
