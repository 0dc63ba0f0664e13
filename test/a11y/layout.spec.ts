import type { Page } from '@playwright/test';
import { waitlist, workshop } from '../support/forms.ts';
import { expect, test } from '../support/browser.ts';
import { joinWaitlist } from '../support/invitations.ts';

const pages = [
  '/',
  '/speaker-series',
  '/privacy',
  '/accessibility',
  '/nobody',
  `/app/form/${waitlist.id}`,
  `/app/form/${workshop.id}`,
  `/app/form/${waitlist.id}/received`,
  `/app/form/${workshop.id}/received`,
  `/app/form/${workshop.id}/check-your-inbox`,
];

/** Returns the controls smaller than 24 by 24 CSS pixels, except links in a sentence (WCAG 2.2, 2.5.8). */
const tooSmall = (page: Page) =>
  page.locator('a, button, input:not([type="hidden"]), select, textarea, summary').evaluateAll((all) =>
    all
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const inSentence =
          getComputedStyle(element).display === 'inline' &&
          (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
        return width > 0 && element.checkVisibility({ visibilityProperty: true }) && !inSentence && (width < 24 || height < 24);
      })
      .map((element) => `${element.outerHTML.slice(0, 90)} ${JSON.stringify(element.getBoundingClientRect())}`),
  );

/** Returns the pairs of links, controls and their labels that overlap, so that a press beside one would reach the other. */
const overlapping = (page: Page) =>
  page
    .locator('main, footer')
    .locator('a, button, summary, label, input:not([type="hidden"]), select, textarea')
    .evaluateAll((all) => {
      const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden]'));
      return shown.flatMap((one, index) =>
        shown
          .slice(index + 1)
          .filter((other) => {
            if (one.contains(other) || other.contains(one)) return false;
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            return width > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
          })
          .map((other) => `${one.outerHTML.slice(0, 90)} and ${other.outerHTML.slice(0, 90)}`),
      );
    });

/** Returns the texts that a box cuts off or that are outside the window. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!;
      if (!walker.currentNode.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      // Skips visually hidden text, titles in drawings, and scrollable regions.
      if (
        element.offsetWidth === 1 ||
        element.closest('.skip, [aria-hidden]:has(input), svg, script, style, select, #gallery, [tabindex="0"]')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (left < -1 || right > document.documentElement.clientWidth + 1) found.push(`out of the window: ${element.textContent}`);
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const cut =
          (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) ||
          (overflowY !== 'visible' && (top < box.top - 4 || bottom > box.bottom + 4));
        if (cut) found.push(`cut off: ${element.textContent}`);
      }
    }
    return found;
  });

const horizontalOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The kinds of the animations of the page. */
const animations = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => (animation.effect?.getComputedTiming().iterations === Infinity ? 'endless' : 'once')),
  );

/** Opens one answer after the other. Returns those not shown whole in the next frame; getAnimations() omits their transition. */
const slowlyOpened = (page: Page) =>
  page.evaluate(async () => {
    const slow: string[] = [];
    for (const details of document.querySelectorAll('details')) {
      details.open = true;
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const shownPx = Number.parseFloat(getComputedStyle(details, '::details-content').height);
      const answerPx = details.lastElementChild?.getBoundingClientRect().height ?? 0;
      if (shownPx < Math.floor(answerPx)) slow.push(details.textContent);
    }
    return slow;
  });

async function expectNothingCut(page: Page, look: string): Promise<void> {
  expect.soft(await horizontalOverflow(page), `${look}: scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await clipped(page), `${look}: cut off`).toEqual([]);
}

/** The spacing of WCAG 2.2, 1.4.12. The policy of the site allows no style element. */
const widenSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });

/** Sets the size of the text as if the visitor had set the browser's font size to it. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${standard}px`);
  await session.detach();
}

/** Returns the short words, and the numbers, that are broken between two lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const element = text.parentElement!;
      if (!element.checkVisibility() || element.closest('.visually-hidden, [aria-hidden]:has(input), a, svg, script, style, select'))
        continue;
      for (const { 0: word, index } of text.textContent!.matchAll(/(?<!\S)(?:\p{L}{1,7}|\$?[\d,]+)(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // The second part of a word with a drop cap is to its right.
        const [start, next] = range.getClientRects();
        if (start && next && next.left < start.right - 1 && next.top > start.top) found.push(word);
      }
    }
    return found;
  });

/** Returns the words of headings that a no-break space joins, and that are broken between two lines nevertheless. */
const brokenPairs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3')].flatMap((heading) => {
      const text = heading.firstChild;
      if (text?.nodeType !== Node.TEXT_NODE || !heading.checkVisibility()) return [];
      return [...text.textContent!.matchAll(/\S+\u00A0\S+/gu)].flatMap(({ 0: pair, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + pair.length);
        return range.getClientRects().length > 1 ? [pair] : [];
      });
    }),
  );

/** Makes the window that of a visitor who has zoomed one of 1280 pixels to 400%. Returns a function that ends it. */
async function zoom(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { width: 320, height: 256, deviceScaleFactor: 4, mobile: false });
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])).toEqual([320, 256, 4]);
  return async () => {
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.detach();
  };
}

test('each page has large targets that do not overlap, cuts nothing off, and animates nothing that should not move', async ({ page }) => {
  // It takes as long as several tests.
  test.setTimeout(180_000);
  for (const path of pages)
    await test.step(`${path} has targets of at least 24 pixels that do not overlap, cuts nothing off, and animates nothing that should not move`, async () => {
      await page.goto(path);
      await test.step('nothing is animated with prefers-reduced-motion', async () => {
        expect.soft(await animations(page), path).toEqual([]);
        expect.soft(await slowlyOpened(page), `${path}: opens slowly`).toEqual([]);
      });
      for (const width of [320, 360, 768, 1024, 1440, 2560])
        await test.step(`${width} pixels wide`, async () => {
          await page.setViewportSize({ width, height: 800 });
          await expectNothingCut(page, `${path}, ${width} pixels wide`);
          expect.soft(await brokenPairs(page), `${path}, ${width}: broken pairs of words`).toEqual([]);
          if (width < 1024) expect.soft(await tooSmall(page), `${path}, ${width}: too small`).toEqual([]);
          expect.soft(await overlapping(page), `${path}, ${width}: overlapping`).toEqual([]);
        });
      await test.step('no page scrolls horizontally or cuts text off at 400% zoom in a window of 1280 pixels', async () => {
        const endZoom = await zoom(page);
        await expectNothingCut(page, `${path} at 400%`);
        await endZoom();
      });
      await test.step('text with wider spacing is not cut off', async () => {
        await page.setViewportSize({ width: 360, height: 800 });
        await widenSpacing(page);
        await expectNothingCut(page, `${path} with wider spacing`);
      });
      await test.step('no animation is endless without prefers-reduced-motion', async () => {
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto(path);
        expect.soft(await animations(page), path).not.toContain('endless');
        await page.emulateMedia({ reducedMotion: 'reduce' });
      });
      await test.step('text at twice the default size is not cut off, breaks no short word and no number on a phone, and covers no other text', async () => {
        await setTextSize(page, 32);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await expectNothingCut(page, `${path} with text at twice the default size, ${width} pixels wide`);
        }
        await page.setViewportSize({ width: 360, height: 800 });
        expect.soft(await brokenWords(page), `${path}: broken words`).toEqual([]);
        expect.soft(await brokenPairs(page), `${path}: broken pairs of words`).toEqual([]);
        if (path === '/') await expectFreeHero(page);
        await setTextSize(page, 16);
      });
    });
});

/** The link in the header is above the words of the first screen. */
async function expectFreeHero(page: Page): Promise<void> {
  const link = (await page.getByRole('banner').getByRole('link').last().boundingBox())!;
  const words = (await page.locator('#hero p').first().boundingBox())!;
  expect(link.y + link.height).toBeLessThanOrEqual(words.y);
}

test('text at twice the default size is not cut off and breaks no short word and no number in an invitation or a status page on a phone', async ({
  page,
  site,
}) => {
  const founder = await joinWaitlist(site);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of [await founder.invite(), await founder.linkFrom(/waitlist/u, 'status')]) {
    await page.goto(path);
    await setTextSize(page, 32);
    await expectNothingCut(page, path);
    expect.soft(await brokenWords(page), path).toEqual([]);
  }
});
