import type { Page } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { expect, test } from '../support/browser.ts';
import { workshop } from '../support/forms.ts';
import { joinWaitlist } from '../support/invitations.ts';

/** Returns the days, the times, and the words "check-in" and "check-out" that are on the page, with whether two lines share them. */
const findUnits = (page: Page) =>
  page.evaluate(() => {
    const found: { text: string; isBroken: boolean }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement!.checkVisibility() || node.parentElement!.closest('.visually-hidden, script')) continue;
      for (const { 0: text, index } of node.textContent!.matchAll(
        /(?:July|October|November) \d+(?:\w\w)?(?:, \d{4})?|check-(?:in|out)|\d+:\d\d [ap]m/giu,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        found.push({ text, isBroken: tops.size > 1 });
      }
    }
    return found;
  });

test('no line ends within a date or a time, or at the hyphen of "check-out"', async ({ page, site }) => {
  const founder = await joinWaitlist(site);
  for (const path of [paths.speakerSeries, paths.form(workshop.id), await founder.invite(), paths.accessibility])
    await test.step(path, async () => {
      await page.goto(path);
      expect((await findUnits(page)).length, path).toBeGreaterThan(0);
      for (let width = 320; width <= 1100; width += 20) {
        await page.setViewportSize({ width, height: 800 });
        const broken = (await findUnits(page)).filter(({ isBroken }) => isBroken);
        expect.soft(broken, `${path}, ${width} pixels wide`).toEqual([]);
      }
    });
});

test('no fact below the hero of the retreat page ends with a word alone on its line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/');
  const words = await page.locator('#hero li').evaluateAll((facts) =>
    facts.flatMap((fact) => {
      const [text] = fact.childNodes;
      const tops = [...text!.textContent!.matchAll(/\S+/gu)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text!, index);
        range.setEnd(text!, index + word.length);
        return range.getBoundingClientRect().top;
      });
      return tops.at(-1) === tops[0] ? [] : [{ fact: fact.textContent, onLastLine: tops.filter((top) => top === tops.at(-1)).length }];
    }),
  );
  expect(words).toEqual([{ fact: 'Three days, three nights', onLastLine: 2 }]);
});

/** Returns the texts in these elements whose last line is shorter than half of their longest line. */
const shortLastLines = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const widths = new Map<number, number>();
      for (const { top, width } of range.getClientRects()) widths.set(top, (widths.get(top) ?? 0) + width);
      const lines = [...widths.values()];
      return lines.at(-1)! < Math.max(...lines) / 2 ? [element.textContent] : [];
    }),
  );

test('no takeaway, no item of the workshop and no credential of the guest ends with a line of a word or two', async ({ page }) => {
  for (const [path, selector] of [
    ['/', '#takeaways li, #guest-speaker li'],
    [paths.speakerSeries, '#speaker li p'],
  ] as const) {
    await page.goto(path);
    expect(await page.locator(selector).count()).toBeGreaterThan(4);
    for (const width of [320, 360, 768, 900, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await shortLastLines(page, selector), `${path}, ${width} pixels wide`).toEqual([]);
    }
  }
});
