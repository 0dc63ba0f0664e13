import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('what is read or pressed together is aligned', async ({ page, desk }) => {
  await test.step('the checkboxes of a group begin where the menu above them begins', async () => {
    await page.goto(`${desk.origin}/letters`);
    await page.getByRole('radio', { name: /waitlist/iu }).check();
    const group = page.getByRole('group', { name: /^System size/u });
    const checkboxes = await group.getByRole('checkbox').all();
    const menu = (await page.getByRole('combobox', { name: 'State' }).boundingBox())!;
    expect(checkboxes.length).toBeGreaterThan(3);
    for (const checkbox of checkboxes) expect((await checkbox.boundingBox())!.x).toBe(menu.x);
  });

  await test.step('the buttons that sort the registrations share one line of a phone', async () => {
    await page.getByRole('link', { name: 'Registrations' }).click();
    const headings = page.getByRole('grid', { name: 'Registrations' }).getByRole('columnheader');
    await expect(headings).toHaveCount(7);
    await headings.filter({ hasText: 'Received' }).getByRole('button').click();
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const boxes = await Promise.all((await headings.all()).map((heading) => heading.boundingBox()));
      expect([width, new Set(boxes.map((box) => box?.y)).size]).toEqual([width, 1]);
      for (const heading of await headings.all()) await expect(heading).toBeInViewport({ ratio: 1 });
    }
  });
});
