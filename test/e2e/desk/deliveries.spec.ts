import { answersOf, openStoreOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false, viewport: { width: 390, height: 844 }, hasTouch: true });

const full = '552 The mailbox is full';

test('an organizer finds deliveries by their problem on a phone, and retries only those', async ({ page, desk, folder }) => {
  const deliveries = [{ channel: 'mail', kind: 'waitlist' }] as const;
  const names = Array.from({ length: 11 }, (_, at) => `Zoe ${at}`);
  await storeAll(
    folder,
    names.map((name) => registration({ more: answersOf(name, 'Fern'), deliveries: [...deliveries] })),
  );
  const store = await openStoreOf(folder);
  const due = (await Array.fromAsync(store.outbox.list({ state: 'due' }))).map(({ id }) => id);
  const outcomes = due.map((id, at) => ({ id, outcome: 'parked' as const, error: at < 3 ? full : '550 There is nobody of this name' }));
  await store.outbox.recordOutcomes(outcomes, new Date());
  await store.close();

  await page.goto(`${desk.origin}/deliveries`);
  const search = page.getByRole('searchbox', { name: 'Find a name, a kind or a problem' });
  await search.fill('zoe MAILBOX full');
  await expect(page.getByRole('status').filter({ hasText: '3 of 12 deliveries' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Retry: / })).toHaveCount(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const retryFound = page.getByRole('button', { name: 'Retry the 3 deliveries found' });
  // The connection ends within the response.
  await page.route('**/api/deliveries/retry', (route) => route.fulfill({ contentType: 'application/json', body: '{"cou' }), { times: 1 });
  await retryFound.tap();
  await expect(page.getByText('The desk is not responding.')).toBeVisible();
  await retryFound.tap();
  await expect(page.getByText(/3 deliveries are retried now/u)).toBeVisible();
  // The list is short now, and can still be searched.
  await expect(page.getByRole('status').filter({ hasText: '0 of 9 deliveries' })).toBeVisible();
  await search.fill('');
  await expect(search).toBeFocused();
  await expect(page.getByRole('button', { name: /^Retry: / })).toHaveCount(9);

  await test.step('the deliveries fit a phone that shows text at twice its size', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    await expect(page.getByRole('button', { name: /^Retry: / }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
