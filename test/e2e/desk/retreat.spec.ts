import type { Page } from '@playwright/test';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`, 'u') });
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const windows = (page: Page, state: string) => page.locator(`[data-window="${state}"]`);

test.beforeEach(async ({ page, desk }) => {
  await page.goto(`${desk.origin}/retreat`);
  await expect(column(page, 'Waiting').getByRole('listitem')).toHaveCount(5);
});

test('an organizer can invite and extend with the keyboard only, and several founders with one note', async ({ page, desk }) => {
  await test.step('an organizer can invite and extend with the keyboard only, with note and days', async () => {
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite Ada Byron' });
    await expect(dialog.getByLabel('Your note')).toBeFocused();
    await page.keyboard.type('Come, we would love to have you.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Ada Byron is invited until .*\/invitation\//u)).toBeFocused();
    await expect(page.getByText(/^Ada Byron .* No mail server is set: .* Send the link yourself\.$/u)).toBeVisible();
    await expect(column(page, 'Invited').getByRole('button', { name: 'Ada Byron', exact: true })).toBeVisible();
    await expect(windows(page, 'glowing')).toHaveCount(1);
    expect(JSON.parse(await desk.organizer('retreat', 'seats', '--json'))).toEqual({ capacity: 10, accepted: 0, invited: 1, waiting: 4 });
    expect(JSON.parse(await desk.organizer('deliveries', 'list', '--state', 'due', '--json'))).toMatchObject([{ kind: 'invitation' }]);
    await page.getByRole('button', { name: 'Extend: Ada Byron' }).focus();
    for (const key of ['Enter', 'ControlOrMeta+a', '9']) await page.keyboard.press(key);
    const until = /\(until (.*)\)/u.exec((await page.getByRole('dialog').locator('label').textContent()) ?? '')?.[1] ?? '';
    await page.keyboard.press('Enter');
    await expect(notice(page, `Ada Byron’s invitation is now open until ${until}.`)).toBeFocused();
    await expect(column(page, 'Invited').getByText(`Until ${until}`)).toBeVisible();
  });

  await test.step('several founders are selected and invited with one note', async () => {
    await page.getByLabel('Select Bea Potter').check();
    await page.getByLabel('Select Ines Paz').check();
    await page.getByRole('button', { name: 'Invite the 2 selected founders' }).click();
    await page.getByLabel('Your note').fill('Come, both of you.');
    await page.getByRole('button', { name: 'Send 2 invitations' }).click();
    await expect(notice(page, '2 founders are invited until')).toBeFocused();
    await expect(column(page, 'Invited').getByRole('listitem')).toHaveCount(3);
    expect(JSON.parse(await desk.organizer('retreat', 'seats', '--json'))).toMatchObject({ invited: 3, waiting: 2 });
  });

  await test.step('a founder who was invited meanwhile is no longer among several who are selected, and the note stays for the others', async () => {
    await page.getByLabel('Select Cleo Vane').check();
    await page.getByLabel('Select Dora Maar').check();
    await page.getByRole('button', { name: 'Invite the 2 selected founders' }).click();
    await page.getByLabel('Your note').fill('Come, both of you.');
    const entries = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
    await desk.organizer('retreat', 'invite', entries.find(({ firstName }) => firstName === 'Cleo')!.id);
    const dialog = page.getByRole('dialog', { name: 'Invite 2 founders' });
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'The founder already has an invitation' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite the 1 selected founder' }).click();
    await expect(page.getByLabel('Your note')).toHaveValue('Come, both of you.');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(notice(page, 'Dora Maar is invited until')).toBeFocused();
    await expect(column(page, 'Invited').getByRole('listitem')).toHaveCount(5);
  });
});

test('the invite dialog waits for warnings and for the outcome of its request, and opens by dragging', async ({ page, desk }) => {
  await test.step('an invitation is not sent before its warnings could be shown', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const invitations: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/invite') && invitations.push(request.url())));
    await page.route(/\/api\/retreat\?retreat=[^&]*$/u, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite Ada Byron' });
    const send = dialog.getByRole('button', { name: 'Send the invitation' });
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await send.press('Enter');
    await expect(send).toBeFocused();
    expect(invitations).toEqual([]);
    release();
    await send.click();
    await expect(notice(page, 'Ada Byron is invited')).toBeVisible();
    expect(invitations).toHaveLength(1);
  });

  await test.step('the invite dialog stays open while its request is pending, and then shows the outcome', async () => {
    const entries = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let requests = 0;
    await page.route('**/api/entries/*/invite', async (route) => {
      requests += 1;
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Invite: Bea Potter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite Bea Potter' });
    const send = dialog.getByRole('button', { name: 'Send the invitation' });
    await send.click();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(send).toBeFocused();
    for (const key of ['Enter', 'Escape', 'Escape']) await page.keyboard.press(key);
    await dialog.getByRole('button', { name: 'Close' }).click({ force: true });
    await expect(dialog).toBeVisible();
    await desk.organizer('retreat', 'invite', entries.find(({ firstName }) => firstName === 'Bea')!.id);
    release();
    await expect(dialog.getByRole('alert').filter({ hasText: 'The founder already has an invitation' })).toBeVisible();
    expect(requests).toBe(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('an organizer can invite by dragging, and is warned of a second founder of one brand', async () => {
    const cleo = column(page, 'Waiting').getByRole('listitem').filter({ hasText: 'Cleo Vane' });
    await cleo.dragTo(column(page, 'Accepted'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await cleo.dragTo(column(page, 'Invited'));
    const dialog = page.getByRole('dialog', { name: 'Invite Cleo Vane' });
    await expect(dialog.getByText('2 founders from the same brand: Ada Byron of Crumb & Co. (invited), Cleo Vane')).toBeVisible();
    const dateWarning = 'shows October 20, 2025 as the day of check-in, which is in the past';
    await expect(dialog.getByRole('alert').filter({ hasText: dateWarning })).toBeVisible();
    await dialog.getByLabel('Your note').fill('Come too');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(column(page, 'Invited').getByRole('listitem')).toHaveCount(3);
    await page.getByRole('link', { name: 'The cohort' }).click();
    await expect(page.getByRole('alert')).toContainText(
      '2 founders from the same brand: Ada Byron of Crumb & Co. (invited), Cleo Vane of CRUMB and Co, LLC (invited).',
    );
    await expect(page.getByRole('row', { name: /^150\+ Units/u })).toContainText('Cleo Vane');
  });
});

test('an organizer can withdraw an invitation, but not one that was accepted while the question was open', async ({ page, desk }) => {
  const entries = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string }[];
  const invite = async (name: string) => {
    const { id } = entries.find(({ firstName }) => name.startsWith(firstName))!;
    return (JSON.parse(await desk.organizer('retreat', 'invite', id, '--json')) as { url: string }).url;
  };
  for (const [index, { name, from, ask }] of [
    { name: 'Ada Byron', from: 'the board', ask: () => page.getByRole('button', { name: 'Withdraw: Ada Byron' }).click() },
    {
      name: 'Bea Potter',
      from: 'the founder’s dialog',
      ask: async () => {
        await column(page, 'Invited').getByRole('button', { name: 'Bea Potter', exact: true }).click();
        await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
      },
    },
  ].entries())
    await test.step(`withdrawing from ${from} does nothing if the founder accepted while the question was open`, async () => {
      const url = await invite(name);
      await ask();
      const dialog = page.getByRole('dialog', { name: `Withdraw ${name}’s invitation` });
      await expect(dialog).toBeVisible();
      await desk.accept(url);
      await expect(windows(page, 'lit')).toHaveCount(index + 1);
      await dialog.getByRole('button', { name: 'Withdraw the' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(
        'The founder was invited when you looked, and is accepted now. Nothing was withdrawn.',
      );
      expect(JSON.parse(await desk.organizer('retreat', 'seats', '--json'))).toMatchObject({ accepted: index + 1 });
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

  await test.step('a withdrawn invitation returns the founder to the waitlist', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await invite('Cleo Vane');
    await page.getByRole('button', { name: 'Withdraw: Cleo Vane' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the' }).click();
    await expect(
      notice(page, 'Cleo Vane’s invitation was withdrawn. If it was sent already, the founder will be notified by email.'),
    ).toBeFocused();
    await expect(column(page, 'Waiting').getByRole('listitem')).toHaveCount(3);
    expect(await desk.organizer('deliveries', 'list', '--json')).toContain('invitation-cancelled');
  });
});

test('an organizer can leave a note to self, cancel a seat, and read the waiting founders one by one', async ({ page, desk }) => {
  await test.step('a note to self is saved by Escape, follows a colleague’s, and replaces theirs only after it was shown', async () => {
    const [ada] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string }[];
    const memo = (...text: string[]) => desk.organizer('retreat', 'memo', ada?.id ?? '', ...text);
    const open = () => page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
    const note = page.getByLabel('Note to self');
    await open();
    await note.fill('Met in Waco');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => memo()).toContain('Met in Waco');
    await open();
    await memo('Met in Austin');
    await expect(note).toHaveValue('Met in Austin');
    await note.fill('Met in Austin twice');
    await memo('Met in Dallas');
    await expect(column(page, 'Waiting').getByText('Note: Met in Dallas')).toBeAttached();
    await note.blur();
    await expect(page.getByRole('alert')).toContainText('Somebody else has changed it in the meantime, to: Met in Dallas.');
    expect(await memo()).toContain('Met in Dallas');
    await note.focus();
    await note.blur();
    await expect.poll(() => memo()).toContain('Met in Austin twice');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('an accepted seat lights a window, and can be cancelled and returned to the waitlist', async () => {
    const [ada] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string }[];
    const { url } = JSON.parse(await desk.organizer('retreat', 'invite', ada?.id ?? '', '--json')) as { url: string };
    await expect(windows(page, 'glowing')).toHaveCount(1);
    await desk.accept(url);
    await expect(windows(page, 'lit')).toHaveCount(1);
    await expect(page.getByText('1 of 10 seats taken')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel seat: Ada Byron' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the seat' }).click();
    await expect(windows(page, 'lit')).toHaveCount(0);
    await page.locator('summary').filter({ hasText: 'Ended' }).click();
    await page.getByRole('button', { name: 'Return to waitlist: Ada Byron' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Return to the waitlist' }).click();
    await expect(notice(page, 'Ada Byron is back on the waitlist.')).toBeFocused();
  });

  await test.step('an organizer can read the waiting founders one by one with J and K, invite one, and leave a note to self', async () => {
    await page.getByLabel('Sort by').selectOption('Name');
    await expect(column(page, 'Waiting').getByRole('listitem')).toContainText(['Ada', 'Bea', 'Cleo', 'Dora', 'Ines']);
    await page.getByRole('button', { name: 'Read one by one' }).click();
    await expect(page.getByRole('dialog', { name: 'Ada Byron' })).toContainText('1 of 5');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const bea = page.getByRole('dialog', { name: 'Bea Potter', exact: true });
    await expect(bea).toContainText('2 of 5');
    await bea.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Your note').fill('just joking, come');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(bea.getByText(/Bea Potter is invited until/u)).toBeVisible();
    await bea.getByLabel('Note to self').fill('Just ask about Waco');
    await page.getByRole('button', { name: 'Skip (J)' }).click();
    await expect(page.getByRole('dialog', { name: 'Cleo Vane' })).toContainText('3 of 5');
    await page.keyboard.press('Escape');
    await expect(column(page, 'Invited').getByRole('listitem')).toContainText('Note: Just ask about Waco');
  });
});
