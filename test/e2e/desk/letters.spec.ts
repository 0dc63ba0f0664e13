import { openStoreOf } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('an organizer opens, changes, leaves and deletes a letter with the keyboard, and loses neither the focus nor unsaved text', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('radio', { name: 'Missed a workshop' }).press('Space');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Create both letters after this workshop' }).press('Enter');
  await expect(page.getByText('Two letters are in the list below')).toBeFocused();
  await page.getByRole('button', { name: /^Open: We missed you/u }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^We missed you/u })).toBeFocused();

  const mailToMe = page.getByRole('button', { name: 'Email it to me first' });
  await expect(mailToMe).toBeVisible();
  await page.getByLabel('Subject').fill('Where were you?');
  await expect(mailToMe).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Leave without saving' })).toBeVisible();
  await page.getByRole('button', { name: 'Save the text' }).press('Enter');
  await expect(page.getByText('Saved. Email it to yourself before you send it.')).toBeFocused();
  await expect(mailToMe).toBeVisible();
  await test.step('on paper, the words of the letter stand in place of the form', async () => {
    const words = page.getByRole('paragraph').filter({ hasText: '{firstName}' });
    await expect(words).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(words).toBeVisible();
    for (const hidden of [page.getByLabel('Subject'), page.getByText('Before you can send it')]) await expect(hidden).toBeHidden();
    await page.emulateMedia({ media: null });
  });
  await page.getByRole('button', { name: 'All letters' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeFocused();

  await page.getByRole('button', { name: /^Open: Where were you/u }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the letter' }).press('Enter');
  await expect(page.getByText('The letter is deleted.')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Open:/u })).toHaveCount(1);

  await test.step('the form for a new letter is open only while there are no letters', async () => {
    await page.goto(`${desk.origin}/letters`);
    await expect(page.getByRole('button', { name: /^Open:/u })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Write a letter to them' })).toBeHidden();
    await page.getByText('Write a new letter').press('Enter');
    await expect(page.getByRole('button', { name: 'Write a letter to them' })).toBeVisible();
  });
});

test('an open letter shows what another organizer saved, and unsaved words are neither lost nor saved over it unasked', async ({
  page,
  desk,
  folder,
}) => {
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('button', { name: 'Write a letter to them' }).click();
  const [subject, saveText] = [page.getByLabel('Subject'), page.getByRole('button', { name: 'Save the text' })];
  await expect(subject).toBeVisible();
  const [{ id }] = JSON.parse(await desk.organizer('letter', 'list', '--json')) as [{ id: string }];
  const savedSubject = async () => (JSON.parse(await desk.organizer('letter', 'show', id, '--json')) as { subject: string }).subject;
  await desk.organizer('letter', 'change', id, '--subject', 'News of Bea');
  await expect(subject).toHaveValue('News of Bea');
  const store = await openStoreOf(folder);
  await store.letters.test((await store.letters.find(id))!, { organizer: 'Bea' }, new Date());
  await store.close();
  const send = page.getByRole('button', { name: /^Send it to \d+ founder/u });
  await expect(send).toBeVisible();

  await subject.fill('My words');
  await expect(send).toHaveCount(0);
  await desk.organizer('letter', 'change', id, '--subject', 'Other news of Bea');
  const saved = page.getByRole('region', { name: 'The saved letter' });
  await expect(saved).toContainText('Other news of Bea');
  await saveText.click();
  await expect(page.getByRole('alert')).toContainText('The letter was changed in the meantime, so nothing was done');
  await expect(subject).toHaveValue('My words');
  expect(await savedSubject()).toBe('Other news of Bea');
  await saved.getByRole('button', { name: 'Load the saved text' }).press('Enter');
  await expect(subject).toHaveValue('Other news of Bea');
  await expect(subject).toBeFocused();
  await expect(saved).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await subject.fill('My words');
  await desk.organizer('letter', 'change', id, '--subject', 'Late news of Bea');
  await saved.getByRole('button', { name: 'Keep my words' }).click();
  await saveText.click();
  await expect(page.getByText('Saved. Email it to yourself before you send it.')).toBeFocused();
  expect(await savedSubject()).toBe('My words');
});

test('unsaved words of a letter are neither lost nor saved unasked, and a letter that was changed meanwhile is not deleted', async ({
  page,
  desk,
}) => {
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('button', { name: 'Write a letter to them' }).click();
  const subject = page.getByLabel('Subject');
  await test.step('unsaved words stay while another tab of the desk is opened and the page is loaded again, until they are dropped', async () => {
    const savedSubject = await subject.inputValue();
    await subject.fill('My words');
    await page.getByRole('link', { name: 'The cohort' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The cohort' })).toBeVisible();
    await page.getByRole('link', { name: 'Letters' }).click();
    const open = page.getByRole('button', { name: /^Open:/u });
    await open.click();
    await expect(subject).toHaveValue('My words');
    await page.reload();
    await open.click();
    await expect(subject).toHaveValue('My words');
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await open.click();
    await expect(subject).toHaveValue(savedSubject);
  });

  await test.step('what is typed while a letter is being saved stays unsaved until it is saved too', async () => {
    const saveText = page.getByRole('button', { name: 'Save the text' });
    await subject.fill('First words');
    const { promise: mayContinue, resolve: letContinue } = Promise.withResolvers<void>();
    await page.route(/\/api\/letters\/[^/]+$/u, async (route) => {
      if (route.request().method() === 'POST') await mayContinue;
      await route.continue();
    });
    const response = page.waitForResponse((each) => each.request().method() === 'POST');
    await saveText.click();
    await subject.fill('Newer words');
    letContinue();
    await (await response).finished();
    await expect(page.getByRole('heading', { level: 1, name: 'First words' })).toBeVisible();
    await expect(subject).toHaveValue('Newer words');
    await expect(page.getByRole('button', { name: 'Leave without saving' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Email it to me first' })).toHaveCount(0);
    await saveText.click();
    await expect(page.getByText('Saved. Email it to yourself before you send it.')).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: 'Newer words' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Email it to me first' })).toBeVisible();
  });

  await test.step('a letter that another organizer changes while its deletion is confirmed is not deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this letter' });
    await expect(dialog).toBeVisible();
    const [{ id }] = JSON.parse(await desk.organizer('letter', 'list', '--json')) as [{ id: string }];
    await desk.organizer('letter', 'change', id, '--subject', 'News of Bea');
    await expect(page.locator('h1')).toHaveText('News of Bea');
    await dialog.getByRole('button', { name: 'Delete the letter' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The letter was changed in the meantime, so nothing was done');
    expect(await desk.organizer('letter', 'list', '--json')).toContain('News of Bea');
  });
});

test('without live events, the page of a letter shows what another organizer saved after a refused step', async ({ page, desk }) => {
  // Without live events the page learns of the change from the refusal.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('button', { name: 'Write a letter to them' }).click();
  await expect(page.getByLabel('Subject')).toBeVisible();
  const [{ id }] = JSON.parse(await desk.organizer('letter', 'list', '--json')) as [{ id: string }];
  await desk.organizer('letter', 'change', id, '--subject', 'News of Bea');
  await page.getByRole('button', { name: 'Email it to me first' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Set ORGANIZER_EMAIL' })).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('News of Bea');
  await desk.organizer('letter', 'change', id, '--subject', 'Other news of Bea');
  await page.getByLabel('Subject').fill('My words');
  await page.getByRole('button', { name: 'Save the text' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The letter was changed in the meantime' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The saved letter' })).toContainText('Other news of Bea');
  await expect(page.getByLabel('Subject')).toHaveValue('My words');
});
