import { paths } from '../../src/paths.ts';
import { listed } from '../support/forms.ts';
import { arrived, doors, expect, fill, focused, open, test } from '../support/browser.ts';

/** Both forms as they are before any script: everything a visitor needs is there. */
test.use({ javaScriptEnabled: false });

const size = 'inf_custom_SystemSize';
const html = '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}&amp;';

for (const door of doors) {
  const { form: definition } = door;
  const last = definition.kind === 'workshop' ? 'Questions for the speaker' : 'What would you like to leave with?';
  const lastWire = definition.fields.find(({ label }) => label === last)!.wire;
  const box: Record<string, string> = definition.kind === 'workshop' ? { inf_option_AddmetotheFounderHouseSlackCommunity: '1512' } : {};

  test.describe(`without script, ${door.name}`, () => {
    test('is checked by the browser itself', async ({ page }) => {
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      const { frame, form } = await open(door, page);
      expect(await form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(false);
      await form.getByRole('button').click();
      await expect(frame.getByLabel('First name')).toBeFocused();
      expect(await form.locator(':is(input, select):invalid').count()).toBe(6);
      await fill(frame, { inf_field_Email: 'not an address' });
      await form.getByRole('button').click();
      await expect(frame.getByLabel('Email')).toBeFocused();
      expect(posts).toEqual([]);
    });

    test('is taken, and thanks', async ({ page, site }) => {
      const { frame, form } = await open(door, page);
      const typed = await fill(frame, { [lastWire]: 'Two lines,\nand a “quote”', ...box });
      await form.getByRole('button').click();
      await arrived(frame, paths.received(definition.id));
      await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
      const stored = listed(site).filter(({ fields }) => fields['inf_field_Email'] === typed['inf_field_Email']);
      expect(stored).toHaveLength(1);
      expect(stored[0]).toMatchObject({ formId: definition.id, state: 'accepted', utm: {} });
      expect({ ...stored[0]?.fields, [lastWire]: stored[0]?.fields[lastWire]?.replaceAll('\r\n', '\n') }).toMatchObject(typed);
    });

    test('comes back with what is wrong, and with everything that was typed', async ({ page, site }) => {
      const { frame, form } = await open(door, page);
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
      await arrived(frame, paths.received(definition.id));
      const stored = listed(site).find(({ fields }) => fields['inf_field_Email'] === email);
      expect(stored?.fields).toMatchObject({ inf_field_Company: html, ...box });
    });

    test('comes back with what is wrong in sight, and with the focus where a browser allows it', async ({ page }) => {
      const { frame, form } = await open(door, page);
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
