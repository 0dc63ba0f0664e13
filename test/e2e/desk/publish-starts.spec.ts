import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a publish whose response is late or was lost is followed to its end, and is one attempt as long as its changes are the same', async ({
  page,
  desk,
}) => {
  await test.step('a publish whose response was lost is followed to its end at the next press, even if nothing is left to publish', async () => {
    await replacePreviews(page);
    const change = { file: 'words.yaml', pointer: '/close', before: 'Close', after: 'Shut' };
    const review = { changes: [change], conflicts: [], mailed: 0, notMailed: 0, seen: 'a' };
    const draft = { edits: 1, version: 'a', conflicts: 0, findings: [], launch: [], names: {} };
    await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
    await page.route('**/api/pages/changes', (route) => route.fulfill({ json: review }));
    const starts: unknown[] = [];
    await page.route('**/api/pages/publish', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { state: 'live' } });
      starts.push(route.request().postDataJSON());
      return starts.length === 1 ? route.abort() : route.fulfill({ status: 202, json: { state: 'live' } });
    });
    // As after a reconnection: everything is requested again.
    await page.route('**/api/events', (route) => route.abort());
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Publish these changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The desk is not responding.');
    Object.assign(review, { changes: [], seen: 'b' });
    await page.unroute('**/api/events');
    await expect(dialog).not.toContainText('Shut');
    await dialog.getByRole('button', { name: 'Publish these changes' }).click();
    await expect(dialog.getByText('The changes are live.')).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect(starts).toEqual([starts[0], starts[0]]);
    expect(starts[0]).toEqual({ seen: 'a', resolved: [], attempt: expect.stringMatching(/^[\da-f-]{36}$/u) });
  });

  await test.step('a publish whose response was lost is the same attempt after its dialog was closed, as long as its changes are the same', async () => {
    await page.unrouteAll();
    await replacePreviews(page);
    const review = { changes: [{ file: 'words.yaml', pointer: '/close', before: 'Close', after: 'Shut' }], conflicts: [], seen: 'a' };
    const draft = { edits: 2, version: 'a', conflicts: 1, findings: [], launch: [], names: {} };
    await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
    await page.route('**/api/pages/changes', (route) => route.fulfill({ json: review }));
    const attempts: string[] = [];
    await page.route('**/api/pages/publish', (route) => {
      attempts.push((route.request().postDataJSON() as { attempt: string }).attempt);
      return attempts.length < 4 ? route.abort() : route.fulfill({ status: 409, json: { message: 'Somebody is publishing.' } });
    });
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await expect(page.getByText('2 changes in your draft. 1 text was changed by someone else too: press Publish to choose.')).toBeVisible();
    const publish = async (message: string) => {
      await page.getByRole('button', { name: 'Publish …' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await dialog.getByRole('button', { name: 'Publish these changes' }).click();
      await expect(dialog.getByRole('alert')).toContainText(message);
      await page.keyboard.press('Escape');
    };
    await publish('The desk is not responding.');
    await publish('The desk is not responding.');
    review.seen = 'b';
    await publish('The desk is not responding.');
    await publish('Somebody is publishing.');
    await publish('Somebody is publishing.');
    const [first, , changed, , afterAnswer] = attempts;
    expect(attempts).toEqual([first, first, changed, changed, afterAnswer]);
    expect(new Set(attempts).size).toBe(3);
  });

  await test.step('a publish that the server has not answered yet stays on the screen when a thing to do in its dialog is pressed', async () => {
    await page.unrouteAll();
    await replacePreviews(page);
    const file = 'speaker-series/hiring.yaml';
    const todo = { file, pointer: '/title', message: 'still of the one before' };
    const draft = { edits: 1, version: 'a', conflicts: 0, findings: [], launch: [todo], names: {} };
    const changes = [{ file, pointer: '', before: null, after: 'title: Hiring' }];
    await page.route('**/api/pages', (route) => route.fulfill({ json: draft }));
    await page.route('**/api/pages/changes', (route) =>
      route.fulfill({ json: { changes, conflicts: [], mailed: 0, notMailed: 0, seen: 'a' } }),
    );
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/pages/publish', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { state: 'live' } });
      await answered.promise;
      return route.fulfill({ status: 202, json: { state: 'building' } });
    });
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const publish = dialog.getByRole('button', { name: 'Publish these changes' });
    await publish.click();
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('button', { name: 'still of the one before' }).click();
    answered.resolve();
    await expect(dialog.getByText('The changes are live.')).toBeVisible();
  });
});

test('an undo says what it changes back, and is started once', async ({ page, desk }) => {
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
    const history = [{ id: 'a', at: new Date(), who: 'Ada', changes: [] }];
    await page.route('**/api/pages/history', (route) => route.fulfill({ json: history }));
    await page.route('**/api/pages/undo-publish', (route) =>
      route.fulfill({ json: { changes: [...changes, ...texts, unchecked], mailed: 0, notMailed: 3, seen: '' } }),
    );
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo the last publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the last publish' });
    await expect(dialog.getByRole('term')).toHaveText(['Fall 2090', 'Next steps: confirmed (Spring 2026)']);
    await expect(dialog.getByRole('definition')).toHaveText([
      'Removed, with the 2 texts that were changed in it',
      'Before: Yes',
      'After: No',
    ]);
    await expect(dialog).toContainText('3 founders have a seat or an open invitation.');
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
      return route.fulfill({ json: {} });
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
    expect(starts).toBe(1);
  });
});
