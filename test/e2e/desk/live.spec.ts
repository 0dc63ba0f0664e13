import { unattendedHeader } from '../../../src/desk/session-protocol.ts';
import { answers, post, waitlist } from '../../support/forms.ts';
import { unlimited, withProof } from '../../support/proof.ts';
import { startSiteInProcess } from '../../support/http-app.ts';
import { answersOf, openStoreOf, registration, startDesk, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

const add = (folder: string, name: string) => storeAll(folder, [registration({ more: answersOf(name, 'Lantern') })]);

test('an open desk shows what others store, and says in what it requests on its own that nobody has used it for a minute', async ({
  page,
  desk,
  folder,
}) => {
  await test.step('an open first screen is up to date as soon as the command stores the address of a video call', async () => {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const overview = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/overview');
    await desk.organizer('workshop', 'link', 'relationships-that-power-your-brand', 'https://meet.example/1');
    await overview;
  });

  await test.step('an open desk shows new submissions', async () => {
    await using site = await startSiteInProcess(unlimited, { dataDir: folder });
    const numbers = page.locator('dl').filter({ hasText: 'On the waitlist form, on record' }).locator('dd');
    await expect(numbers.nth(3)).toHaveText('5');
    const before = (await numbers.allTextContents()).map(Number);
    const response = await post(site, waitlist.id, await withProof(site, answers(answersOf('Nora Helm', 'Lantern'))));
    expect(response.headers.get('location')).toContain('received');
    // Today, in the last seven days and on the waitlist form there is one more; yesterday and in workshops there is not.
    await expect(numbers).toHaveText([1, 0, 1, 1, 0].map((more, index) => String(before[index]! + more)));
    await page.getByRole('link', { name: 'Registrations' }).click();
    await expect(page.getByRole('grid').locator('tbody button').first()).toHaveText('Nora Helm');
    await page.getByLabel('Search all answers').fill('lantern');
    await expect(page.getByText('1 registration found')).toBeVisible();
    await post(site, waitlist.id, await withProof(site, answers(answersOf('Opal Reed', 'Lantern'))));
    await expect(page.getByText('2 registrations found')).toBeVisible();
    expect(await desk.organizer('submissions', 'list', '--search', 'lantern')).toContain('Opal Reed');
  });

  await test.step('an open desk says in what it requests on its own that nobody has used it for a minute', async () => {
    const overview = () => page.waitForRequest((request) => new URL(request.url()).pathname === '/api/overview');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    await page.clock.install();
    await page.clock.fastForward('02:00');
    const [unattended] = await Promise.all([overview(), add(folder, 'Pia Holm')]);
    expect(unattended.headers()).toMatchObject({ [unattendedHeader]: 'true' });
    await page.keyboard.press('Shift');
    const [used] = await Promise.all([overview(), add(folder, 'Quinn Ray')]);
    expect(used.headers()).not.toHaveProperty(unattendedHeader);
  });
});

test('an open desk follows what somebody else does: an attendance in the funnel, and the last founder who waited on the board', async ({
  page,
  desk,
}) => {
  await test.step('an open funnel counts a founder as soon as somebody else records the attendance', async () => {
    await page.getByRole('link', { name: 'Funnel' }).click();
    const steps = page.getByRole('img', { name: /^Of 9 founders who posted a form/u });
    await expect(steps).toHaveAccessibleName(/ 0 joined/u);
    await expect(page.getByText('“Joined” those who came to a workshop')).toBeVisible();
    const [edith] = JSON.parse(await desk.organizer('submissions', 'list', '--search', 'Edith', '--json')) as { id: string }[];
    await desk.organizer('workshop', 'attendance', edith!.id, '--joined');
    await expect(steps).toHaveAccessibleName(/ 1 joined/u);
  });

  await test.step('an open board says to drag a card or press Invite only while somebody is waiting', async () => {
    await page.getByRole('link', { name: 'The retreat' }).click();
    const invited = page.locator('[data-state=invited]');
    await expect(invited).toContainText('Nobody is invited now. Drag a card here, or press Invite.');
    const waiting = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { email: string }[];
    for (const { email } of waiting) await desk.organizer('person', 'erase', email, '--yes');
    await expect(page.getByText('Nobody is waiting.')).toBeVisible();
    await expect(invited).toContainText('Nobody is invited now.');
    await expect(invited).not.toContainText('Drag a card');
  });
});

test('the first screen states since when and why a channel has been failing, and the desk retries its deliveries', async ({
  page,
  desk,
  folder,
}) => {
  const store = await openStoreOf(folder);
  const failedAt = new Date(Date.now() - 11 * 60_000);
  await store.outbox.enqueueOnce('a message', { channel: 'webhook', kind: 'submission.accepted' }, failedAt);
  const [leased] = await store.outbox.lease({ channel: 'webhook', limit: 1, now: failedAt, leaseMs: 1000, spacingMs: 0 });
  const inAnHour = new Date(Date.now() + 3_600_000);
  await store.outbox.recordOutcomes([{ id: leased!.id, outcome: 'retry', at: inAnHour, error: 'it cannot be reached' }], failedAt);
  await store.close();
  await page.getByRole('link', { name: /^Webhook has been failing since .*: it cannot be reached\. 1 delivery is waiting/u }).click();
  await page.getByRole('radio', { name: 'On its way' }).check();
  await expect(page.getByRole('button', { name: 'Retry all 1 parked and 1 waiting' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry: Sign-up' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 delivery is retried now' })).toBeFocused();
  const [retried] = JSON.parse(await desk.organizer('deliveries', 'list', '--channel', 'webhook', '--json')) as {
    nextAttemptAt: string;
  }[];
  expect(Date.parse(retried!.nextAttemptAt)).toBeLessThan(inAnHour.getTime());
});

test('the desk shows why a delivery is parked or lost, and sends it again', async ({ page, desk, folder }) => {
  await test.step('the desk shows why a delivery is parked, and retries it', async () => {
    await page.getByRole('link', { name: '1 delivery parked' }).click();
    await expect(page.getByRole('row', { name: /Ines Paz/u })).toContainText('550 There is nobody of this name');
    await expect(page.getByRole('button', { name: 'Retry the parked delivery' })).toBeVisible();
    await page.route('**/api/deliveries/retry', (route) => route.fulfill({ json: { count: 0 } }), { times: 1 });
    await page.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' }).click();
    await expect(page.getByText('Nothing was retried: it was delivered, retried or erased in the meantime.')).toBeVisible();
    await page.getByRole('button', { name: 'Retry: Waitlist confirmation, Ines Paz' }).click();
    await expect(page.getByRole('status').filter({ hasText: '1 delivery is retried now' })).toBeFocused();
    await expect(page.getByText('0 deliveries parked, 1 on the way')).toBeVisible();
    expect(JSON.parse(await desk.organizer('deliveries', 'list', '--json'))).toMatchObject([{ state: 'due', attempts: 0 }]);
  });

  await test.step('the first screen names the data that the provider lost, and sends the data again', async () => {
    await storeAll(folder, [
      registration({ deliveries: [{ channel: 'keap-api', kind: 'submission' }], more: answersOf('Nora Helm', 'Lantern') }),
    ]);
    const store = await openStoreOf(folder);
    const [delivery] = await Array.fromAsync(store.outbox.list({ channel: 'keap-api' }));
    const now = new Date();
    await store.outbox.recordOutcomes([{ id: delivery!.id, outcome: 'delivered', at: now }], now);
    const lost = { deliveredAt: now.toISOString(), deliveryId: delivery!.id, problem: 'the contact has no tag 1512' };
    await store.outbox.recordReadBack([lost], { cursor: lost, now, resumeAt: now });
    await store.close();
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    const item = page
      .getByRole('listitem')
      .filter({ hasText: 'no longer at the provider as delivered: the contact has no tag 1512. Nora Helm' });
    await item.getByRole('button', { name: 'Send again' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '1 delivery is retried now' })).toBeFocused();
    await expect(item).toHaveCount(0);
    expect(JSON.parse(await desk.organizer('deliveries', 'list', '--channel', 'keap-api', '--state', 'due', '--json'))).toHaveLength(1);
  });
});

test('the desk shows more deliveries on request', async ({ page, desk, folder }) => {
  await storeAll(folder, [
    registration({ deliveries: Array.from({ length: 300 }, () => ({ channel: 'webhook', kind: 'submission.accepted' })) }),
  ]);
  await page.goto(`${desk.origin}/deliveries`);
  await page.getByRole('radio', { name: 'On its way' }).check();
  await expect(page.getByText('1 delivery parked, 300 on the way')).toBeVisible();
  await expect(page.getByText('The newest')).toHaveCount(0);
  await page.getByRole('radio', { name: 'All' }).check();
  await expect(page.getByText('The newest 300 of 301.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(page.getByText('The newest')).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(302);
  // Tab continues with the first of those that are shown now.
  await expect(page.getByRole('row').nth(300).getByRole('button')).toBeFocused();
});

test('the desk shows charts and the run sheet of the workshop, a second browser how to open it, and an open page that it was closed', async ({
  page,
  browser,
  desk,
  folder,
}) => {
  await test.step('the desk shows sign-ups over time and by size as charts and numbers', async () => {
    await expect(page.getByRole('img', { name: /^8 in the last 30 days; the most, 1, on /u })).toBeVisible();
    await page.getByText('The numbers').click();
    await expect(page.getByRole('region', { name: 'Sign-ups over time, as a table' }).getByRole('row')).toHaveCount(31);
    await page.getByRole('radio', { name: 'All time' }).check();
    await expect(page.getByRole('img', { name: /^8 so far; the most, /u })).toBeVisible();
    await expect(page.getByRole('row', { name: '1-10 Units' })).toContainText('12');
  });

  await test.step('the desk shows the run sheet of the workshop with similar questions together, and prints nothing else', async () => {
    await page.getByRole('link', { name: 'Questions' }).click();
    const sheet = page.getByRole('article');
    await expect(sheet.getByText(/^Friday, July 11th, 2025, .* 3 founders registered, 3 questions\.$/u)).toBeVisible();
    await expect(sheet.locator('section').first()).toContainText('2 similar questions');
    await expect(sheet.locator('section').first()).toContainText('How do you find franchisees?Edith Stein, Petal, 1-10 Units');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print the run sheet' })).toBeHidden();
    await expect(sheet).toBeVisible();
  });

  await test.step('a second browser gets a page that says how to open the desk', async () => {
    await using other = await browser.newContext();
    const closed = await other.newPage();
    await closed.goto(desk.origin);
    await expect(closed.getByRole('heading')).toHaveText('The desk is closed here');
    await expect(closed.getByText('bin/organizer desk')).toBeVisible();
  });

  await test.step('an open page says that the desk was closed', async () => {
    await page.emulateMedia({ media: null });
    const own = await startDesk(folder);
    await page.goto(own.address);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect(await own.end()).toBe(0);
    await expect(page.getByRole('alert').first()).toContainText('run bin/organizer desk again');
  });
});
