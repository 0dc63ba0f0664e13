import type { DeliveriesPage } from '../../../src/desk/server/routes/deliveries.ts';
import { openStoreOf } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('the notice of a retry says what became of the delivery, and leaves the focus where it is', async ({ page, desk, folder }) => {
  await using store = await openedStore(folder);
  const [delivery] = await store.list();
  await page.goto(`${desk.origin}/deliveries`);
  const notice = page.getByRole('status').filter({ hasText: /retried|again|delivered\./u });
  const all = page.getByRole('radio', { name: 'All' });

  await test.step('it failed again', async () => {
    await page.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' }).click();
    await expect(notice).toHaveText(/^1 delivery will be retried within a second/u);
    await expect(notice).toBeFocused();
    await all.focus();
    await store.record({ id: delivery!.id, outcome: 'parked', error: '552 The mailbox is full' });
    await expect(notice).toHaveText(/^Waitlist confirmation, .?Ines Paz.?: failed again \(552 The mailbox is full\)\. It is parked\.$/u);
    await expect(all).toBeFocused();
  });

  await test.step('it will be retried automatically, and then is not reported as failed again while its next attempt is made', async () => {
    const retry = page.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' });
    const inAnHour = new Date(Date.now() + 3_600_000);
    const fail = () => store.record({ id: delivery!.id, outcome: 'retry', at: inAnHour, error: '451 Try again later' });
    await retry.click();
    await expect(notice).toHaveText(/^1 delivery will be retried/u);
    await store.lease();
    await fail();
    const failedAgain = /: failed again \(451 Try again later\)\. It will be retried automatically\.$/u;
    await expect(notice).toHaveText(failedAgain);
    await retry.click();
    await expect(notice).toHaveText(/^1 delivery will be retried/u);
    await expect(notice).toBeFocused();
    const attempted = page.waitForResponse(async (response) => {
      if (!response.url().includes('/api/deliveries?ids=')) return false;
      return ((await response.json()) as DeliveriesPage).rows[0]?.attempts === 2;
    });
    await store.lease();
    await attempted;
    await expect(notice).toHaveText(/^1 delivery will be retried/u);
    await fail();
    await expect(notice).toHaveText(failedAgain);
  });

  await test.step('it was delivered', async () => {
    await page.getByRole('button', { name: 'Retry the waiting delivery' }).click();
    await expect(notice).toHaveText(/^1 delivery will be retried/u);
    await store.record({ id: delivery!.id, outcome: 'delivered', at: new Date() });
    await expect(notice).toHaveText(/^Waitlist confirmation, .?Ines Paz.?: delivered\.$/u);
  });
});

test('the notice of a retry of several deliveries counts what became of them', async ({ page, desk, folder }) => {
  await using store = await openedStore(folder);
  for (const key of ['one', 'two', 'three']) await store.add(key);
  const ids = (await store.list()).map(({ id }) => id);
  for (const id of ids) await store.record({ id, outcome: 'parked', error: 'HTTP 500' });
  await page.goto(`${desk.origin}/deliveries`);
  await page.getByRole('button', { name: 'Retry all 4 parked' }).click();
  const notice = page.getByRole('status').filter({ hasText: /deliveries/u });
  await expect(notice).toHaveText(/^4 deliveries will be retried/u);
  for (const id of ids.slice(0, 2)) await store.record({ id, outcome: 'delivered', at: new Date() });
  await expect(notice).toHaveText('Of 4 deliveries, 2 arrived, 0 failed again, and 2 are still on the way.');
  await store.record({ id: ids[2]!, outcome: 'parked', error: 'HTTP 503' });
  await expect(notice).toHaveText('Of 4 deliveries, 2 arrived, 1 failed again, and 1 is still on the way.');
  await store.record({ id: ids[3]!, outcome: 'parked', error: 'HTTP 503' });
  await expect(notice).toHaveText('Of 4 deliveries, 2 arrived, 2 failed again, and 0 are still on the way.');
});

/** The outbox of a data folder, whose deliveries are attempted by the test. */
async function openedStore(folder: string) {
  const store = await openStoreOf(folder);
  const { outbox } = store;
  return {
    list: () => Array.fromAsync(outbox.list()),
    add: (key: string) => outbox.enqueueOnce(key, { channel: 'webhook', kind: 'submission.accepted' }, new Date()),
    lease: () => outbox.lease({ channel: 'mail', limit: 1, now: new Date(), leaseMs: 1000, spacingMs: 0 }),
    record: (outcome: Parameters<typeof outbox.recordOutcomes>[0][number]) => outbox.recordOutcomes([outcome], new Date()),
    [Symbol.asyncDispose]: async () => {
      await store.close();
    },
  };
}
