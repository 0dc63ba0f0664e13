import type { SubmissionDetail } from '../../../src/desk/server/routes/registrations.ts';
import type { RetreatBoard } from '../../../src/desk/server/routes/retreat.ts';
import { dayMs } from '../../../src/durations.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

/** A retreat and a workshop as the desk's server describes them to the page. */
const retreat = (slug: string) => ({ slug, name: 'A retreat', season: slug, label: slug, capacity: 10 });
const workshop = (slug: string, on: string, isAhead: boolean, isOver = !isAhead) => ({ slug, title: slug, on, isAhead, isOver });

/** Returns the card of another founder, who is in this state. */
const cardOf = (name: string, state: string, card: RetreatBoard['cards'][number]) => ({ ...card, id: name, name, state });

test('a retreat that has ended is closed after a question, and an invitation whose deadline cannot be moved is not extended', async ({
  page,
  desk,
}) => {
  await test.step('to a retreat that has ended nobody can be invited; it is closed after a question, and then shows the figures that are kept', async () => {
    const states = { waiting: 1, invited: 0, accepted: 4, declined: 0, lapsed: 0, cancelled: 0, withdrawn: 0 };
    const figures = { joined: 5, invited: 3, states, movedAlong: 0, sizes: { '100-149 Units': 1, '11-25 Units': 1, '1-10 Units': 3 } };
    let closure: object | null = null;
    await page.route('**/api/retreat?*', async (route) => {
      const response = await route.fetch();
      const board = (await response.json()) as RetreatBoard;
      for (const card of board.cards) Object.assign(card, { isMovable: false });
      const [first, ...others] = board.cards;
      await route.fulfill({
        response,
        json: {
          ...board,
          cards: [
            { ...first, movedTo: 'fall-2090' },
            ...others,
            cardOf('Jo March', 'accepted', first!),
            cardOf('Meg March', 'invited', first!),
          ],
          isClosable: true,
          closure,
        },
      });
    });
    await page.route('**/api/retreats/spring-2026/close', async (route) => {
      closure = { closedAt: '2026-06-01T12:00:00Z', figures };
      await route.fulfill({ json: figures });
    });
    await page.goto(`${desk.origin}/retreat`);
    await expect(page.locator('[data-state=waiting]').getByRole('listitem')).toHaveCount(5);
    await expect(page.locator('[data-state=accepted]').getByText('Jo March')).toBeVisible();
    await expect(page.locator('[data-state=invited]').getByText('Meg March')).toBeVisible();
    await expect(page.locator('[data-state=waiting]').getByText('Moved along to a later retreat')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^(?:Invite|Withdraw|Cancel seat)/u })).toHaveCount(0);
    await page.getByRole('button', { name: 'Close this retreat' }).click();
    const dialog = page.getByRole('dialog', { name: /^Close .*Spring 2026$/u });
    await expect(dialog).toContainText('A closed retreat cannot be opened again.');
    await dialog.getByRole('button', { name: 'Close the retreat' }).click();
    await expect(dialog).toHaveCount(0);
    const closed = page.getByRole('region', { name: 'Closed retreat' });
    await expect(closed.getByText('This retreat was closed on June 1, 2026.')).toBeFocused();
    await expect(closed.getByRole('listitem')).toHaveText([
      '5 on the waitlist, 3 of them invited',
      '4 had a seat',
      '1 was still waiting',
      '3 with a system of 1-10 Units',
      '1 with a system of 11-25 Units',
      '1 with a system of 100-149 Units',
    ]);
    await expect(page.getByRole('button', { name: 'Close this retreat' })).toHaveCount(0);
  });

  await test.step('the menu of retreats keeps its distance from the heading when a closed retreat has no drawing beside them', async () => {
    await page.route('**/api/site', async (route) => {
      const facts = (await (await route.fetch()).json()) as { retreats: object[] };
      await route.fulfill({ json: { ...facts, retreats: [...facts.retreats, retreat('later')] } });
    });
    await page.route('**/api/retreat?*', async (route) => {
      const figures = { joined: 0, invited: 0, states: {}, movedAlong: 0, sizes: {} };
      const board = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...board, closure: { closedAt: '2026-06-01T12:00:00Z', figures } } });
    });
    await page.goto(`${desk.origin}/retreat`);
    await expect(page.getByRole('region', { name: 'Closed retreat' })).toBeVisible();
    const heading = (await page.getByRole('heading', { name: 'The retreat', level: 1 }).boundingBox())!;
    const labelTop = await page.getByRole('combobox', { name: 'Retreat' }).evaluate((menu) => {
      const text = document.createRange();
      text.selectNode(menu.previousSibling!);
      return text.getBoundingClientRect().top;
    });
    expect(labelTop - heading.y - heading.height).toBeGreaterThanOrEqual(8);
    await page.unrouteAll();
  });

  await test.step('the menus of retreats, workshops and forms begin with the latest one', async () => {
    await page.route('**/api/site', async (route) => {
      const facts = (await (await route.fetch()).json()) as { retreats: object[]; forms: object[] };
      const retreats = [retreat('Older'), ...facts.retreats, retreat('Later')];
      const cancelled = workshop('Cancelled', '2090-01-16', false, false);
      const workshops = [workshop('Older', '2025-01-09', false), workshop('Next', '2090-01-09', true), cancelled];
      const forms = [...facts.forms, { id: 'later', kind: 'workshop', name: 'Later' }];
      await route.fulfill({ json: { ...facts, retreats, workshops, forms } });
    });
    const guests = ['Ada', 'Bea'].map((name) => ({ id: name, submissionId: name, name, brand: 'Zinc', phone: '1', answers: null }));
    await page.route('**/api/house?*', (route) => route.fulfill({ json: guests }));
    const optionsOf = (menu: string) => page.getByRole('combobox', { name: menu }).getByRole('option');
    await page.goto(`${desk.origin}/house`);
    await expect(optionsOf('Retreat')).toHaveText([/^Later: /u, /^Spring 2026: /u, /^Older: /u]);
    await expect(page.getByText('2 founders. None of them has sent the details for the house yet.')).toBeVisible();
    await page.goto(`${desk.origin}/questions`);
    await expect(optionsOf('Workshop')).toHaveText([/^Cancelled/u, /^Next/u, /^Older/u]);
    await page.goto(`${desk.origin}/letters`);
    await page.getByRole('radio', { name: 'Came to a workshop' }).check();
    await expect(page.getByRole('combobox', { name: 'Workshop' })).toHaveValue('Older');
    await page.goto(`${desk.origin}/registrations`);
    await expect(optionsOf('Form')).toHaveText(['All', 'Waitlist', 'Workshop', 'Later', /Speaker Series/u, /Waitlist/u]);
    await page.unrouteAll();
  });

  await test.step('an invitation whose deadline cannot be moved has no button to extend it on its card or in the founder’s dialog', async () => {
    const [ada] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string }[];
    await desk.organizer('retreat', 'invite', ada?.id ?? '', '--yes');
    // As once the retreat has begun.
    await page.route('**/api/retreat?*', async (route) => {
      const board = (await (await route.fetch()).json()) as RetreatBoard;
      await route.fulfill({ json: { ...board, cards: board.cards.map((card) => Object.assign(card, { isExtendable: false })) } });
    });
    await page.route('**/api/registrations/*', async (route) => {
      const detail = (await (await route.fetch()).json()) as SubmissionDetail;
      await route.fulfill({
        json: { ...detail, entry: detail.entry && { ...detail.entry, card: { ...detail.entry.card, isExtendable: false } } },
      });
    });
    await page.goto(`${desk.origin}/retreat`);
    await expect(page.getByRole('button', { name: 'Withdraw: Ada Byron' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Extend/u })).toHaveCount(0);
    await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ada Byron' });
    await expect(dialog.getByRole('button', { name: 'Resend the invitation' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Extend/u })).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step('an invitation is not extended before the latest day of the retreat could be shown', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const extensions: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/extend') && extensions.push(request.url())));
    await page.route(/\/api\/retreat\?retreat=[^&]*$/u, async (route) => {
      const board = (await (await route.fetch()).json()) as RetreatBoard;
      await released;
      await route.fulfill({ json: { ...board, startsAt: new Date(Date.now() + 2 * dayMs).toISOString() } });
    });
    await page.goto(`${desk.origin}/retreat`);
    await page.getByRole('button', { name: 'Extend: Ada Byron' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extend Ada Byron’s invitation' });
    const extend = dialog.getByRole('button', { name: 'Extend the invitation' });
    await expect(extend).toHaveAttribute('aria-disabled', 'true');
    await extend.press('Enter');
    await expect(extend).toBeFocused();
    release();
    await expect(dialog).toContainText('the latest for this retreat');
    await expect(extend).toBeEnabled();
    expect(extensions).toEqual([]);
  });
});

test('a retreat whose page stays as it is shows that it was closed, and nobody can be invited to it, moved or put back', async ({
  page,
  desk,
}) => {
  const board = page.locator('[data-state=waiting]');
  await page.goto(`${desk.origin}/retreat`);
  await expect(board.getByRole('button', { name: /^Invite: /u }).first()).toBeVisible();
  await desk.organizer('season', 'close', 'spring-2026');
  await page.reload();
  const closed = page.getByRole('region', { name: 'Closed retreat' });
  await expect(closed).toContainText('This retreat was closed on ');
  await expect(closed.getByRole('listitem').first()).toHaveText('5 on the waitlist, 0 of them invited');
  await expect(board.getByRole('listitem')).toHaveCount(5);
  for (const name of [/^Invite/u, /^Return to waitlist/u, 'Close this retreat'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.locator('[draggable=true]')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Select/u })).toHaveCount(0);
  await expect(page.getByText(/\bfree\b/u)).toHaveCount(0);
  await page.getByRole('button', { name: 'Read one by one' }).click();
  await expect(page.getByRole('dialog').getByText('1 of 5')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Crumb & Co.').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await board.getByRole('button', { name: 'Ada Byron' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Erase' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Invite' })).toHaveCount(0);
});
