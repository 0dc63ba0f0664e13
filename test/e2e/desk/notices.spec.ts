import { openStoreOf } from '../../support/desk.ts';
import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a mistyped address leads back to Today, which says what waits for an organizer and breaks no heading within a word', async ({
  page,
  desk,
  folder,
}) => {
  await test.step('a mistyped address of an open desk says that it does not exist, and leads back', async () => {
    expect((await page.goto(`${desk.origin}/nosuch`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to the desk' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  });

  await test.step('without a mail server, the desk says that no email leaves the machine', async () => {
    await expect(page.getByRole('link', { name: 'No mail server is set' })).toBeVisible();
    await page.route('**/api/deliveries?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { rows: object[] };
      await route.fulfill({
        response,
        json: { ...body, rows: body.rows.map((row) => Object.assign(row, { state: 'delivered', isInFile: true })) },
      });
    });
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await expect(page.getByText('Correct the problem, then press Retry.')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Written to a file' })).toBeVisible();
    await expect(page.getByText('No mail server is set')).toBeVisible();
  });

  let more = {};
  await page.route('**/api/overview', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), seatsToOffer: 10, ...more } });
  });

  await test.step('no heading of the table of system sizes is broken within a word', async () => {
    await page.goto(desk.origin);
    // Where the table stands beside the chart, and has the least room.
    for (const width of [1280, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      const heading = page.getByRole('region', { name: 'By system size' }).getByRole('columnheader', { name: 'Workshops' });
      await expect(heading).toBeVisible();
      const lines = await heading.evaluate((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines, `at ${width} px`).toBe(1);
    }
  });

  await test.step('Today says that expired data is not erased after a long downtime, and the command that confirms the clock', async () => {
    const clockDoubt = { of: 'erasing', days: 8, now: '2026-03-09T12:00:00.000Z', lastKnown: '2026-03-01T12:00:00.000Z' };
    more = { clockDoubt };
    await page.reload();
    const item = page.getByRole('region', { name: 'Worth a look' }).getByRole('listitem').first();
    await expect(item).toContainText('Expired data is not erased: the clock says Mar 9, 2026');
    await expect(item).toContainText('8 days after the last known time (Mar 1, 2026');
    await expect(item).toContainText('organizer erase-expired --yes');
  });

  await test.step('Today names first what does not work, then what others wait for, then what can wait', async () => {
    const workshop = { slug: 'a-talk', title: 'A Talk', on: '2026-12-04' };
    more = {
      workshopTasks: [
        { ...workshop, kind: 'letters' },
        { ...workshop, kind: 'address' },
      ],
      stillWaiting: [
        { retreat: 'spring-2026', season: 'Spring 2026', later: 'Spring 2027', toAsk: 2, asked: 0 },
        { retreat: 'fall-2025', season: 'Fall 2025', later: 'Spring 2027', toAsk: 0, asked: 3 },
      ],
      quarantined: 1,
      endings: ['The workshop “A Talk” ends in 6 days.'],
    };
    await page.reload();
    await expect(page.getByRole('region', { name: 'Worth a look' }).getByRole('listitem')).toHaveText([
      /^No mail server is set/u,
      /^1 delivery parked/u,
      /^The workshop “A Talk” is on December 4, 2026, and the address of its video call is missing/u,
      /^1 registration marked as possible spam/u,
      /^10 seats free, and 5 founders waiting/u,
      /^The workshop “A Talk” was on December 4, 2026, and its founders have not been sent a letter since/u,
      /^2 founders still wait for Spring 2026/u,
      /^3 founders still wait for Fall 2025/u,
      /^The workshop “A Talk” ends in 6 days/u,
      /^1 registration waiting for confirmation/u,
    ]);
    await expect(page.getByRole('link', { name: /address of its video call is missing/u })).toHaveAttribute(
      'href',
      '/pages?page=workshop-a-talk-upcoming',
    );
  });

  await test.step('Today says who still waits for an earlier retreat, and how many emails go out before they do', async () => {
    const waiting = { retreat: 'spring-2026', season: 'Spring 2026', later: 'Spring 2027', toAsk: 2, asked: 1 };
    more = { stillWaiting: [waiting] };
    await page.route('**/api/retreats/spring-2026/move-along', (route) => {
      Object.assign(waiting, { toAsk: 0, asked: 3 });
      return route.fulfill({ json: { asked: 2, askedBefore: 1, already: 0 } });
    });
    await page.reload();
    await expect(page.getByText('3 founders still wait for Spring 2026.')).toBeVisible();
    await expect(page.getByRole('figure').filter({ hasText: 'seats taken' })).toContainText('The Founder House Retreat, Spring 2026');
    await page.getByRole('button', { name: 'Ask 2 founders to move along to Spring 2027' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move along to Spring 2027' });
    await expect(dialog).toContainText('2 founders will get an email');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/spring-2026/move-along')),
      dialog.getByRole('button', { name: 'Send 2 emails' }).click(),
    ]);
    expect(sent.postDataJSON()).toEqual({});
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('The founders were asked.')).toBeFocused();
    await expect(page.getByText('3 founders were asked to move along to Spring 2027 and have not answered yet.')).toBeVisible();
  });

  await test.step('the question before founders are asked to move along stays open, and says so, once nobody is left to ask', async () => {
    const waiting = { retreat: 'spring-2026', season: 'Spring 2026', later: 'Spring 2027', toAsk: 2, asked: 0 };
    more = { stillWaiting: [waiting] };
    await page.reload();
    await page.getByRole('button', { name: 'Ask 2 founders to move along to Spring 2027' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move along to Spring 2027' });
    await expect(dialog).toContainText('2 founders will get an email');
    more = { stillWaiting: [] };
    const store = await openStoreOf(folder);
    await store.outbox.enqueueOnce('a message', { channel: 'webhook', kind: 'submission.accepted' }, new Date());
    await store.close();
    await expect(dialog).toContainText('Nobody is left to ask');
    await expect(dialog.getByRole('button')).toHaveText(['Close']);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('still wait for Spring 2026')).toHaveCount(0);
  });
});

test('an organizer reads until when an invitation is open, and what became of it', async ({ page, desk }) => {
  await test.step('the invite dialog names the day on which an invitation ends, also if the retreat begins before', async () => {
    const startsAt = new Date(Date.now() + 2 * 86_400_000);
    await page.route(/\/api\/retreat\?/u, async (route) => {
      const board = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...board, startsAt } });
    });
    await page.goto(`${desk.origin}/retreat`);
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
    const day = startsAt.toLocaleDateString('en-US', { day: 'numeric', month: 'long' });
    const days = page.getByLabel(`Days to answer (until ${day}, the latest for this retreat)`);
    await expect(days).toHaveValue('7');
    await days.fill('1');
    await expect(page.getByLabel(/^Days to answer \(until \w+ \d+\)$/u)).toHaveValue('1');
    // A handler that is still fetching the board would fail once the page is left.
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a founder who accepted is counted for the house, named when the same brand is invited, and has a history in words', async () => {
    const founders = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
    const ada = founders.find(({ firstName }) => firstName === 'Ada')!;
    const { url } = JSON.parse(await desk.organizer('retreat', 'invite', ada.id, '--json')) as { url: string };
    await desk.accept(url);
    await page.goto(`${desk.origin}/house`);
    await expect(page.getByText('1 founder.', { exact: true })).toBeVisible();
    await page.goto(`${desk.origin}/retreat`);
    await expect(page.getByRole('region', { name: /^Accepted/u })).toContainText(/Signed up \w+ \d+, \d{4}/u);
    await page.getByRole('button', { name: 'Invite: Cleo Vane' }).click();
    await expect(page.getByText('2 founders from the same brand: Ada Byron of Crumb & Co. (accepted), Cleo Vane')).toBeVisible();
    await desk.organizer('retreat', 'revoke', ada.id, '--yes');
    await desk.organizer('retreat', 'reopen', ada.id);
    await page.goto(`${desk.origin}/registrations`);
    await page.getByRole('button', { name: 'Ada Byron' }).click();
    const steps = page.locator('section').filter({ hasText: 'History: waiting' }).getByRole('listitem');
    await expect(steps).toHaveText([
      /joined the waitlist, by the founder$/u,
      /invited, by an organizer$/u,
      /accepted, by the founder$/u,
      /seat cancelled, by an organizer$/u,
      /returned to the waitlist, by an organizer$/u,
    ]);
  });
});

test('Pages opens on the first page of the site, and tells pages and workshops with one title apart, and copies the latest', async ({
  page,
  desk,
}) => {
  await page.route('**/api/pages/list', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), frontPage: 'retreat-spring-2026-archive' } });
  });
  await page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    const facts = (await response.json()) as { workshops: { title: string }[] };
    const later = { ...facts.workshops[0], slug: 'later', on: '2026-07-11' };
    await route.fulfill({ response, json: { ...facts, workshops: [...facts.workshops, later] } });
  });
  await replacePreviews(page);
  await page.goto(`${desk.origin}/pages`);
  await expect(page.getByRole('combobox', { name: /^Page/u }).locator('option:checked')).toHaveText('The archive, Spring 2026');
  await expect(page.getByText('The drawing at its top is part of the site’s code and cannot be changed here.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a workshop or a retreat' }).click();
  const sources = page.getByLabel('Start with the text of').getByRole('option');
  await expect(sources).toHaveText([/Brand, July 11, 2026$/u, /Brand, July 11, 2025$/u]);
  await expect(page.getByLabel('Start with the text of')).toHaveValue('later');
});

test('removing the stored address of a video call says where the links of founders lead then', async ({ page, desk }) => {
  let isInContent = false;
  let isHeld = false;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/meeting-link', async (route) => {
    if (isHeld && route.request().method() === 'GET') await released;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), isInContent } });
  });
  const type = () => page.getByLabel('Address of the video call').fill('https://meet.example/1');
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto(`${desk.origin}/questions`);
  await page.getByRole('link', { name: 'under Pages' }).click();
  await type();
  await press('Save the address');
  isHeld = true;
  await press('Remove it');
  await expect(page.getByText('Removed. Founders who open their link will be asked to wait.')).toBeVisible();
  isInContent = true;
  // The organizer types the same address before the desk has asked for what is stored.
  await type();
  release();
  await press('Save the address');
  await press('Remove it');
  await expect(page.getByText('Removed. Every founder’s link leads to the address in the workshop’s file now')).toBeVisible();
});
