import { expect, test } from '../support/browser.ts';

test('where the system chooses the colors, no words lie on the drawing, each session card has an edge, and each question has its mark', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const drawing = (await page.locator('#hero svg').boundingBox())!;
    const button = (await page.locator('#hero a').boundingBox())!;
    expect(button.y + button.height, `${width} pixels wide`).toBeLessThan(drawing.y);
  }
  const edges = await page.locator('#sessions article').evaluateAll((cards) => cards.map((card) => getComputedStyle(card).borderTopColor));
  expect(edges).toHaveLength(9);
  expect(new Set(edges)).toEqual(new Set(['rgb(0, 0, 0)']));
  const marks = await page
    .locator('#faq summary')
    .evaluateAll((summaries) => summaries.map((summary) => getComputedStyle(summary, '::after').backgroundImage));
  expect(marks).toHaveLength(4);
  expect(marks).not.toContain('none');
});
