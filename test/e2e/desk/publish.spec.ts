import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../support/free-port.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { violations } from '../../support/axe.ts';
import { root } from '../../support/environment.ts';
import { tabThrough } from '../../support/keyboard.ts';
import { largestDifference } from '../../support/pixels.ts';
import { copyProject } from '../../support/project-copy.ts';
import { startSite } from '../../support/site.ts';
import { base as test } from '../../support/worker-fixtures.ts';

/** Stands for the process of a build (src/editing/build-process.ts): copies the build that the product had before the test. */
const copiedBuild = `
  import { cpSync } from 'node:fs';
  cpSync(${JSON.stringify(join(root, 'dist'))}, process.env.BUILD_FOLDER, { recursive: true });
  process.exit(0);
`;

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Where texts share an element, each has one of its own in a preview, which can move a glyph by a quarter of a pixel. */
const quarterPixel = 256 / 4;

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('a text is edited on the page, previewed pixel by pixel as it will be published, published and undone, on a phone with high latency', async ({
  page,
}) => {
  test.setTimeout(360_000);
  using copy = copyProject('bin', 'public', 'astro.config.ts', 'tsconfig.json');
  using data = {
    folder: mkdtempSync(join(tmpdir(), 'founder-house-publish-')),
    [Symbol.dispose]: () => rmSync(data.folder, { recursive: true, force: true }),
  };
  const port = await freePort();
  const desk = { origin: `http://localhost:${port}` };
  const env = { DESK_ORIGIN: desk.origin, DESK_PORT: String(port) };
  await using site = await startSite({ folder: copy.folder, dataDir: data.folder, env });
  const fileBytes = () => readFileSync(join(copy.folder, 'content/words.yaml'), 'utf8');
  const bytesBefore = fileBytes();
  const lookOf = async (address: string) => {
    const shown = await page.context().newPage();
    // A picture that is not loaded yet looks like this one, so it does not matter how many are.
    await shown.route(/\/_image\?|\/_astro\/[^/]+\.(?:avif|webp)$/u, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: emptyPicture }),
    );
    await shown.goto(address, { waitUntil: 'networkidle' });
    const look = await shown.screenshot({ fullPage: true, animations: 'disabled' });
    await shown.close();
    return look;
  };

  await addAuthenticator(page);
  const { stdout } = await site.organizer('desk', 'invite', 'Ada', '--json');
  await page.goto((JSON.parse(stdout) as { url: string }).url);
  await page.getByRole('button', { name: 'Register a passkey' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.goto(`${desk.origin}/pages?page=not-found`);
  const heading = page.frameLocator('iframe').locator('h1');
  await expect(heading).toHaveAttribute('tabindex', '0', { timeout: 60_000 });
  expect(await violations(page)).toEqual([]);
  const stops = await tabThrough(page);
  expect(stops.filter(({ isFramed }) => isFramed).length).toBeGreaterThan(2);
  expect(stops.filter(({ backwards }) => backwards)).toEqual([]);
  await heading.focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('contenteditable', 'plaintext-only');
  const words = await heading.innerText();
  await page.keyboard.type(' Not kept.');
  await page.keyboard.press('Escape');
  await expect(heading).toHaveText(words);

  await heading.tap();
  await expect(heading).toHaveAttribute('contenteditable', 'plaintext-only');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('This page: moved #1 out');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change in your draft.')).toBeVisible();
  const preview = new URL((await page.locator('iframe').getAttribute('src'))!, desk.origin);
  const previewed = await lookOf(preview.href);
  const frontPagePreviewed = await lookOf(preview.href.replace('not-found', 'retreat-spring-2026-open'));

  await page.getByRole('button', { name: 'Publish …' }).tap();
  await expect(page.getByRole('dialog')).toContainText(`Before: ${words}`);
  await expect(page.getByRole('dialog')).toContainText('After: This page: moved #1 out');
  await page.getByRole('button', { name: 'Publish these changes' }).tap();
  await expect(page.getByText('The changes are live.')).toBeFocused({ timeout: 120_000 });
  await expect.poll(async () => (await fetch(`${site.url}/nothing-here`)).text()).toContain('This page: moved #1 out');
  const published = await lookOf(`${site.url}/nothing-here`);
  expect(published.equals(previewed)).toBe(true);
  expect(await largestDifference(await lookOf(site.url), frontPagePreviewed)).toBeLessThan(quarterPixel);
  expect(fileBytes()).not.toBe(bytesBefore);

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByText('Your draft has no changes.')).toBeVisible();
  await expect(page.getByText('was changed in your draft')).toHaveCount(0);
  await page.getByRole('button', { name: 'History' }).tap();
  await page.getByRole('button', { name: 'Undo the last publish …' }).tap();
  await expect(page.getByRole('dialog')).toContainText('Before: This page: moved #1 out');
  await expect(page.getByRole('dialog')).toContainText(`After: ${words}`);
  // The pages of an undo are built as those of a publish, and the build that was replaced has the same content.
  writeFileSync(join(copy.folder, 'src/editing/build-process.ts'), copiedBuild);
  await page.getByRole('button', { name: 'Undo it' }).tap();
  await expect(page.getByText('The last publish was undone.')).toBeVisible({ timeout: 120_000 });
  expect(fileBytes()).toBe(bytesBefore);
  await expect.poll(async () => (await fetch(`${site.url}/nothing-here`)).text()).not.toContain('moved #1 out');
});
