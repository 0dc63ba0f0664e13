import { honeypot } from '../../src/forms/guards.ts';
import { paths } from '../../src/paths.ts';
import { listed } from '../support/forms.ts';
import { linkIn, mailTo } from '../support/mails.ts';
import { arrived, formPages, expect, fill, focused, openForm, test } from '../support/browser.ts';

/** Both forms as they are before any script: everything a visitor needs is there. */
test.use({ javaScriptEnabled: false });

const size = 'inf_custom_SystemSize';
const html = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}&amp;';

for (const door of formPages) {
  const { form: definition } = door;
  const last = definition.kind === 'workshop' ? 'Questions for the speaker' : 'What would you like to leave with?';
  const lastWire = definition.fields.find(({ label }) => label === last)!.wire;
  const box: Record<string, string> = definition.kind === 'workshop' ? { inf_option_AddmetotheFounderHouseSlackCommunity: '1512' } : {};

  test.describe(`without script, ${door.name}`, () => {
    test('is checked by the browser itself', async ({ page }) => {
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      const { frame, form } = await openForm(door, page);
      expect(await form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(false);
      await form.getByRole('button').click();
      await expect(frame.getByLabel('First name')).toBeFocused();
      expect(await form.locator(':is(input, select):invalid').count()).toBe(6);
      await fill(frame, { inf_field_Email: 'not an address' });
      await form.getByRole('button').click();
      await expect(frame.getByLabel('Email')).toBeFocused();
      expect(posts).toEqual([]);
    });

    test('is held until the link in a mail is opened and its button pressed', async ({ page, site }) => {
      const { frame, form } = await openForm(door, page);
      const typed = await fill(frame, { [lastWire]: 'Two lines,\nand a “quote”', ...box });
      await form.getByRole('button').click();
      await arrived(frame, paths.checkInbox(definition.id));
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      const email = typed['inf_field_Email'] as string;
      const stored = async () => (await listed(site)).filter(({ fields }) => fields['inf_field_Email'] === email);
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

    test('hides the robots’ field from eyes and keys, and tells what it is to whoever meets it', async ({ page, site }) => {
      const { frame, form } = await openForm(door, page);
      const trap = frame.locator(`[name="${honeypot}"]`);
      await expect(trap).toHaveAttribute('tabindex', '-1');
      await expect(trap).toHaveAttribute('autocomplete', 'off');
      expect(await trap.evaluate((element) => element.closest('[aria-hidden="true"]') !== null)).toBe(true);
      await expect(frame.getByLabel('Leave this field empty')).toHaveAttribute('name', honeypot);
      await expect(frame.getByRole('textbox', { name: 'Leave this field empty' })).toHaveCount(0);
      const room = await trap.evaluate((element) => element.parentElement!.getBoundingClientRect().toJSON() as DOMRect);
      expect(room.width * room.height).toBeLessThanOrEqual(1);

      const typed = await fill(frame);
      await trap.evaluate((element: HTMLInputElement) => (element.value = 'https://example.com'));
      await form.getByRole('button').click();
      await arrived(frame, paths.checkInbox(definition.id));
      const states = (await listed(site, '--state', 'quarantined')).map(({ fields }) => fields['inf_field_Email']);
      expect(states).toContain(typed['inf_field_Email']);
    });

    test('comes back with what is wrong, and with everything that was typed', async ({ page, site }) => {
      const { frame, form } = await openForm(door, page);
      // What a browser lets through and the server does not: blanks, and an address that no mail reaches.
      const typed = await fill(frame, {
        inf_field_FirstName: '   ',
        inf_field_LastName: html.slice(0, 90),
        inf_field_Email: 'ottoline@example',
        inf_field_Company: html,
        [lastWire]: `\n  ${html}\n</textarea>`,
        ...box,
      });
      await form.getByRole('button').click();
      await arrived(frame, paths.process(definition.id));
      expect(await frame.title()).toMatch(/^Error: /u);

      const summary = frame.getByRole('alert');
      await expect(summary.getByRole('heading')).toHaveText('2 answers need another look');
      await expect(summary.getByRole('link')).toHaveText([
        'First name: Enter your first name',
        'Email: Enter an email address in the form name@example.com, without spaces',
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
      await frame.getByLabel('Email').fill(`mended.${crypto.randomUUID()}@example.com`);
      const email = await frame.getByLabel('Email').inputValue();
      await frame.getByLabel('First name').fill('Ottoline');
      await frame.locator('form').getByRole('button').click();
      await arrived(frame, paths.checkInbox(definition.id));
      const stored = (await listed(site)).find(({ fields }) => fields['inf_field_Email'] === email);
      expect(stored?.fields).toMatchObject({ inf_field_Company: html, ...box });
    });

    test('comes back with what is wrong in sight, and with the focus where a browser allows it', async ({ page }) => {
      const { frame, form } = await openForm(door, page);
      await fill(frame, { inf_field_FirstName: '   ' });
      await form.getByRole('button').press('Enter');
      await arrived(frame, paths.process(definition.id));
      await expect(frame.getByRole('alert')).toBeInViewport();
      await expect(frame.getByRole('alert')).toHaveAttribute('autofocus');
      // A frame may not take the focus by `autofocus` once the page around it has it (HTML Standard, 6.6.7); with script it does.
      if (definition.kind === 'workshop') await expect.poll(() => focused(frame)).toBe('alert');
    });
  });
}
