import type { Page, Request, Route } from '@playwright/test';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

/** Holds the first request for an address that matches. Returns a function that lets it pass. */
async function holdFirst(page: Page, address: string, matches: (request: Request) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route: Route) => {
    if (isFirst && matches(route.request())) {
      isFirst = false;
      await promise;
    }
    await route.fallback();
  });
  return resolve;
}

const isChange = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/api/pages/value');
const changeIn = (request: Request) => request.postDataJSON() as { pointer: string; value: string };
const caret = ['contenteditable', 'plaintext-only'] as const;

/** The email about the waitlist in the frame: its paragraphs, of which the first two have placeholders. */
async function openMail(page: Page, origin: string) {
  await page.goto(`${origin}/pages?page=mail-waitlist`);
  const paragraphs = page.frameLocator('iframe').locator('[data-at^="emails/waitlist.yaml#/text/"]');
  await expect(paragraphs.first()).toHaveAttribute('tabindex', '0', { timeout: 60_000 });
  return { hello: paragraphs.nth(0), thanks: paragraphs.nth(1), paragraphs };
}

test('a text takes the caret and keeps what is typed, whatever arrives late', async ({ page, desk }) => {
  await test.step('a text whose words arrive after another text was chosen takes no caret', async () => {
    const { hello, thanks } = await openMail(page, desk.origin);
    // The panel requests the words as well, so the first request alone would not be enough.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/pages\/value\?.*text%2F0$/u, async (route) => {
      await released;
      await route.fallback();
    });
    const late = page.waitForResponse(/\/api\/pages\/value\?.*text%2F0$/u);
    await hello.click();
    await thanks.click();
    await expect(thanks).toHaveAttribute(...caret);
    release();
    await (await late).finished();
    await page.keyboard.type(' More.');
    const changed = page.waitForRequest(isChange);
    await page.keyboard.press('Enter');
    expect(changeIn(await changed)).toMatchObject({ pointer: '/text/1' });
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
    await expect(hello).not.toHaveAttribute('contenteditable');
  });

  await test.step('a text that is typed while another one is saved stays as it is typed', async () => {
    const { hello, thanks } = await openMail(page, desk.origin);
    const release = await holdFirst(page, '**/api/pages/value', isChange);
    await hello.click();
    await expect(hello).toHaveAttribute(...caret);
    await page.keyboard.type(' good day');
    await thanks.click();
    await expect(thanks).toHaveAttribute(...caret);
    await page.keyboard.type(' And');
    release();
    // The preview is up to date.
    await expect(hello).toHaveText('Hello Ottoline, good day');
    await page.keyboard.type(' more.');
    const changed = page.waitForRequest(isChange);
    await page.keyboard.press('Enter');
    expect(changeIn(await changed).value).toMatch(/for \{retreat\}, \{season\}\. More\. And more\.$/u);
    await expect(page.getByText('3 changes in your draft.')).toBeVisible();
    await expect(thanks).toHaveText(/Spring 2026\. More\. And more\.$/u);
  });
});

test('a text keeps its no-break spaces, and the page waits with changed elements until a text is left', async ({ page, desk }) => {
  const { hello, thanks, paragraphs } = await openMail(page, desk.origin);

  await test.step('a text keeps its no-break spaces, and is not changed by opening and leaving it', async () => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (isChange(request)) changes.push(changeIn(request).value);
    });
    await hello.click();
    await expect(hello).toHaveAttribute(...caret);
    await page.keyboard.type('\u00A0dear\u00A0friend');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
    await expect(hello).toHaveText(/Ottoline,\u00A0dear\u00A0friend$/u, { useInnerText: true });
    await page.keyboard.press('Enter');
    await expect(hello).toHaveAttribute(...caret);
    await expect(hello).toHaveText(/\{firstName\},\u00A0dear\u00A0friend$/u, { useInnerText: true });
    await page.keyboard.press('Enter');
    await expect(hello).not.toHaveAttribute('contenteditable');
    await page.keyboard.press('Enter');
    await expect(hello).toHaveAttribute(...caret);
    await page.keyboard.type('  again\u202F!');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 changes in your draft.')).toBeVisible();
    expect(changes).toEqual(['Hello {firstName},\u00A0dear\u00A0friend', 'Hello {firstName},\u00A0dear\u00A0friend again\u202F!']);
  });

  await test.step('a page whose elements have changed waits until the text that is typed is left', async () => {
    await hello.click();
    await expect(hello).toHaveAttribute(...caret);
    const release = await holdFirst(page, '**/api/pages/list-items', () => true);
    await page.getByRole('button', { name: 'Add one after it' }).click();
    const previewed = page.waitForResponse(/\/page\/mail-waitlist$/u);
    await thanks.click();
    await expect(thanks).toHaveAttribute(...caret);
    await page.keyboard.type(' And');
    release();
    await (await previewed).finished();
    await expect(page.getByText('3 changes in your draft.')).toBeVisible();
    await page.keyboard.type(' more.');
    await expect(paragraphs.nth(1)).toHaveText(/\{season\}\. And more\.$/u);
    await expect(paragraphs).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(paragraphs).toHaveCount(4);
    await expect(paragraphs.nth(2)).toHaveText(/Spring 2026\.$/u);
  });
});

test('a refused change shows the new version everywhere, and can be made again', async ({ page, desk }) => {
  const { hello } = await openMail(page, desk.origin);
  await hello.click();
  await expect(hello).toHaveAttribute(...caret);
  const value = page.getByLabel('Text', { exact: true });
  await expect(value).toHaveValue('Hello {firstName},');
  const other = await page.context().newPage();
  const before = await openMail(other, desk.origin);

  await before.hello.click();
  await other.getByLabel('Text', { exact: true }).fill('Good day {firstName},');
  await other.getByRole('button', { name: 'Keep this text' }).click();
  await expect(other.getByText('1 change in your draft.')).toBeVisible();
  await value.fill('Welcome {firstName},');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByText('This text has been changed in the meantime')).toBeVisible();
  await expect(hello).toHaveText('Good day Ottoline,');
  await expect(page.getByText('1 change in your draft.')).toBeVisible();
  await expect(page.getByText('Changed in the meantime to: Good day {firstName},')).toBeVisible();
  await expect(value).toHaveValue('Welcome {firstName},');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByText('2 changes in your draft.')).toBeVisible();
  await expect(hello).toHaveText('Welcome Ottoline,');
  await expect(page.getByText('changed in the meantime')).toBeHidden();

  await before.hello.click();
  await expect(before.hello).toHaveAttribute(...caret);
  await expect(before.hello).toHaveText('Welcome {firstName},');
  await hello.click();
  await expect(hello).toHaveAttribute(...caret);
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 changes in your draft.')).toBeVisible();
  await other.keyboard.type(' too');
  await other.keyboard.press('Enter');
  await expect(other.getByText('This text has been changed in the meantime')).toBeVisible();
  await expect(before.hello).toHaveText('Welcome Ottoline, again');
});

test('what is typed in a field stays while its text is saved and when another tab changes it, and a tab undoes no change that it has not shown', async ({
  page,
  desk,
}) => {
  const { hello } = await openMail(page, desk.origin);
  await hello.click();
  await expect(hello).toHaveAttribute(...caret);
  const value = page.getByLabel('Text', { exact: true });

  await test.step('what is typed in a field while its text is saved stays', async () => {
    await value.fill('Dear {firstName},');
    const release = await holdFirst(page, '**/api/pages/value', isChange);
    const begun = page.waitForRequest(isChange);
    await page.getByRole('button', { name: 'Keep this text' }).click();
    await begun;
    await value.fill('Dear {firstName}, and welcome,');
    release();
    await expect(hello).toHaveText('Dear Ottoline,');
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
    await expect(value).toHaveValue('Dear {firstName}, and welcome,');
    await page.getByRole('button', { name: 'Keep this text' }).click();
    await expect(hello).toHaveText('Dear Ottoline, and welcome,');
    await expect(page.getByText(/^Changed in the meantime/u)).toHaveCount(0);
  });

  await test.step('what is typed in a field stays when another tab changes its text, and a tab undoes no change that it has not shown', async () => {
    await value.fill('Dear {firstName},');
    await page.getByRole('button', { name: 'Keep this text' }).click();
    await expect(page.getByText('3 changes in your draft.')).toBeVisible();
    await value.fill('Welcome {firstName},');

    const other = await page.context().newPage();
    const inOther = await openMail(other, desk.origin);
    await inOther.hello.click();
    await expect(inOther.hello).toHaveAttribute(...caret);
    await other.getByLabel('Text', { exact: true }).fill('Good day {firstName},');
    await other.getByRole('button', { name: 'Keep this text' }).click();
    await expect(other.getByText('4 changes in your draft.')).toBeVisible();

    const undo = page.getByRole('button', { name: 'Undo the last change' });
    await undo.click();
    await expect(page.getByRole('alert')).toContainText('perhaps in another tab, so nothing was undone');
    await expect(hello).toHaveText('Good day Ottoline,');
    await expect(page.getByText('Changed in the meantime to: Good day {firstName},')).toBeVisible();
    await expect(value).toHaveValue('Welcome {firstName},');
    await undo.click();
    await expect(hello).toHaveText('Dear Ottoline,');
    await expect(value).toHaveValue('Welcome {firstName},');
  });
});

test('a required text that was emptied is corrected from its problem', async ({ page, desk }) => {
  const { hello } = await openMail(page, desk.origin);
  for (const { title, isListed, before } of [
    { title: 'after a reload', isListed: true, before: 'Hello {firstName},' },
    { title: 'even if the pages cannot be listed', isListed: false, before: 'Welcome {firstName},' },
  ])
    await test.step(title, async () => {
      await hello.click();
      const [value, keep] = [page.getByLabel('Text', { exact: true }), page.getByRole('button', { name: 'Keep this text' })];
      await expect(value).toHaveValue(before);
      await value.fill('');
      await keep.click();
      await expect(page.getByText('1 problem to correct first.')).toBeVisible();
      if (!isListed) await page.route('**/api/pages/list', (route) => route.fulfill({ status: 409, json: { message: 'No list.' } }));
      await page.reload();
      if (isListed) await expect(page.frameLocator('iframe').locator('body')).toHaveText(/^This page cannot be shown until /u);
      await page.getByText('1 problem', { exact: true }).click();
      await page.getByRole('button', { name: 'Waitlist: text, paragraph 1' }).click();
      await expect(page.getByRole('region', { name: 'The chosen place' })).toBeVisible();
      if (isListed) await expect(page.getByRole('alert')).toContainText('Waitlist: text, paragraph 1 (Email): write');
      else await page.unroute('**/api/pages/list');
      await value.fill('Welcome {firstName},');
      await keep.click();
      await expect(hello).toHaveText('Welcome Ottoline,', { timeout: 60_000 });
      await expect(page.getByRole('alert')).toBeHidden();
      await hello.click();
      await expect(hello).toHaveAttribute(...caret);
    });
});
