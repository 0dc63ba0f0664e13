import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a publish whose response is late or was lost is followed, and is not started again with changes that were not shown', async ({
  page,
  desk,
}) => {
  await test.step('one whose response was lost is followed while it runs, and is repeated as it was at the next press', async () => {
    await replacePreviews(page);
    const change = { file: 'words.yaml', pointer: '/close', before: 'Close', after: 'Shut' };
    const review = { changes: [change], conflicts: [], mailed: 0, notMailed: 0, seen: 'a' };
    const draft = { edits: 1, version: 'a', conflicts: 0, findings: [], launch: [], names: {} };
    const progress = { state: 'live', pages: [{ name: 'Privacy', path: '/privacy' }] };
    await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
    await page.route('**/api/pages/changes', (route) => route.fulfill({ json: review }));
    const starts: unknown[] = [];
    await page.route('**/api/pages/publish', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: progress });
      starts.push(route.request().postDataJSON());
      if (starts.length === 2) return route.fulfill({ status: 409, json: { message: 'The draft was changed in the meantime.' } });
      progress.state = 'building';
      return starts.length === 1 ? route.abort() : route.fulfill({ status: 202, json: progress });
    });
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const publish = dialog.getByRole('button', { name: 'Publish these changes' });
    await publish.click();
    await expect(dialog.getByRole('alert')).toContainText('The desk is not responding.');
    await expect(dialog.getByRole('status')).toContainText('The pages are being built.');
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    Object.assign(review, { changes: [{ ...change, after: 'Shut it' }], seen: 'b' });
    progress.state = 'live';
    await expect(dialog).toContainText('Shut it');
    await publish.click();
    await expect(dialog.getByRole('alert')).toHaveText('The draft was changed in the meantime.');
    await publish.click();
    await expect(dialog.getByRole('status')).toContainText('The pages are being built.');
    progress.state = 'live';
    await expect(dialog.getByText('The changes are live.')).toBeFocused();
    await expect(dialog.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'http://127.0.0.1:4321/privacy');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect(starts).toEqual(['a', 'a', 'b'].map((seen) => ({ seen, resolved: [] })));
  });
});

test('an undo says what it changes back, and is started once, and a publish says why it cannot be pressed', async ({ page, desk }) => {
  await test.step('the undo of a publish says that a retreat is removed, with how many texts, and lists a box that is unchecked', async () => {
    await replacePreviews(page);
    const changes = ['facts', 'letter'].map((name) => ({
      file: `retreats/fall-2090/${name}.yaml`,
      pointer: '',
      before: 'sample: true',
      after: null,
    }));
    const texts = ['/checkIn', '/checkOut'].map((pointer) => ({ file: changes[0]!.file, pointer, before: '2090-10-01', after: null }));
    const unchecked = { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/confirmed', before: true, after: false };
    const history = [
      { id: 'b', at: '2026-11-21T16:00:00Z', who: 'Grace', changes: [], undoes: 'a' },
      { id: 'a', at: '2026-11-20T16:00:00Z', who: 'Ada', changes: [] },
      { id: '0', at: '2026-11-19T16:00:00Z', who: 'Bea', changes: [] },
    ];
    await page.route('**/api/pages/history', (route) => route.fulfill({ json: history }));
    await page.route('**/api/pages/undo-publish', (route) =>
      route.fulfill({ json: { changes: [...changes, ...texts, unchecked], mailed: 0, notMailed: 3, seen: '' } }),
    );
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
    const undo = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Grace' }) });
    await expect(undo).toContainText(/Undid what Ada published on Nov 20, 2026/u);
    await page.getByRole('button', { name: 'Undo the last publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the last publish' });
    await expect(dialog.getByRole('term')).toHaveText(['Fall 2090', 'Next steps: confirmed (Spring 2026)']);
    await expect(dialog.getByRole('definition')).toHaveText([
      'Removed, with the 2 texts that were changed in it',
      'Before: Yes',
      'After: No',
    ]);
    await expect(dialog).toContainText('3 founders have a seat or an open invitation.');

    history.pop();
    await page.reload();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByText('Everything in the history has been undone.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo the last publish' })).toHaveCount(0);
  });

  await test.step('an undo whose button is pressed twice on a slow network is started once, and followed to its end', async () => {
    await page.route('**/api/pages/history', (route) => route.fulfill({ json: [{ id: 'a', at: new Date(), who: 'Ada', changes: [] }] }));
    const answered = Promise.withResolvers<void>();
    let starts = 0;
    await page.route('**/api/pages/undo-publish', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { changes: [], mailed: 0, notMailed: 0, seen: '' } });
      starts += 1;
      if (starts > 1) return route.fulfill({ status: 409, json: { message: 'Somebody is publishing.' } });
      await answered.promise;
      return route.fulfill({ status: 202, json: { state: 'building' } });
    });
    await page.route('**/api/pages/publish', (route) => route.fulfill({ json: { state: 'live', message: '' } }));
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Undo the last publish' }).click();
    const undo = page.getByRole('button', { name: 'Undo it' });
    await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await undo.click({ force: true });
    answered.resolve();
    await expect(page.getByText('The last publish was undone.')).toBeVisible();
    await expect(page.getByText('The site will go back')).toHaveCount(0);
    expect(starts).toBe(1);
    await page.unrouteAll();
  });

  await test.step('the dialog of a publish says why it cannot be pressed while there is a problem', async () => {
    await replacePreviews(page);
    const finding = { file: 'retreats/spring-2026/next-steps.yaml', pointer: '/checkOut/on', message: 'write a day after check-in' };
    const findings = [finding];
    const draft = { edits: 1, version: 'a', conflicts: 0, findings, launch: [], names: {} };
    const changes = [{ ...finding, before: '2026-05-03', after: '2026-05-01' }];
    await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
    await page.route('**/api/pages/changes', (route) =>
      route.fulfill({ json: { changes, conflicts: [], mailed: 0, notMailed: 0, seen: 'a' } }),
    );
    await page.goto(`${desk.origin}/pages?page=not-found`);
    const publish = page.getByRole('button', { name: 'Publish …' });
    await publish.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog.getByText('The changes can be published once this problem is corrected.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish these changes' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    findings.push({ ...finding, pointer: '/checkIn/on' });
    await page.reload();
    await publish.click();
    await expect(dialog.getByText('The changes can be published once these 2 problems are corrected.')).toBeVisible();
    findings.length = 0;
    await page.reload();
    await publish.click();
    await expect(dialog.getByRole('button', { name: 'Publish these changes' })).toBeVisible();
    await expect(dialog.getByText('can be published once')).toHaveCount(0);
  });
});
