import type { LetterRow } from '../../../src/desk/server/routes/letters.ts';
import { selectionOf } from '../../../src/letters/selection.ts';
import type { LetterPreview } from '../../../src/letters/service.ts';
import { answersOf, openStoreOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';
import { content } from '../../support/forms.ts';

test.use({ opensToday: false });

test('the page of a letter says one thing at a time, and who will get it until it has gone out', async ({ page, desk, folder }) => {
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('button', { name: 'Write a letter to them' }).click();
  await expect(page.getByText('Before you can send it, add your postal address')).toBeVisible();
  await page.getByLabel('Subject').fill('News');
  await page.getByLabel('Text. Leave a blank line').fill('Come soon.\n\nWarmly,\nMarlowe');
  await page.getByLabel('Address of a link').fill('https://founderhouse.example/speaker-series');
  await page.getByLabel('Text of the link').fill('Reserve your spot');
  await page.getByRole('button', { name: 'Save the text' }).click();
  await expect(page.getByText('Saved. Email it to yourself')).toBeVisible();
  // This desk has no address for the test, and no postal address.
  await page.route('**/api/letters/*/test', (route) => route.fulfill({ json: { to: 'ada@example.com' } }));
  await page.getByRole('button', { name: 'Email it to me first' }).click();
  await expect(page.getByText('The test is on its way to you.')).toBeVisible();
  await expect(page.getByText('Saved.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '5 founders would get it now' })).toBeVisible();

  const [{ id }] = JSON.parse(await desk.organizer('letter', 'list', '--json')) as [{ id: string }];
  const store = await openStoreOf(folder);
  const read = async () => (await store.letters.find(id))!;
  await store.letters.test(await read(), { organizer: 'Bea' }, new Date());
  // The callout says why it cannot be sent: a refusal of the server would say it again.
  await expect(page.getByRole('button', { name: 'Send it to 5 founders' })).toHaveAttribute('aria-disabled', 'true');
  const now = new Date();
  const sending = { addressIdOf: (email: string) => email, by: { organizer: 'Bea' }, now };
  await store.letters.send(await read(), (audience) => selectionOf(audience, content, now), sending);
  await store.close();
  await expect(page.getByRole('heading', { name: /^Goes out to 5 founders at \d+:\d\d:\d\d/u })).toBeVisible();
  await expect(page.getByText('left out')).toHaveCount(0);
  // Of a letter that was sent, the page shows the lines and the link as well.
  await expect(page.getByText('Warmly,').and(page.locator('p'))).toHaveText('Warmly,\nMarlowe', { useInnerText: true });
  await expect(page.getByText('Link: “Reserve your spot”, https://founderhouse.example/speaker-series')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email it to me again' })).toBeVisible();
  await page.getByRole('button', { name: 'All letters' }).click();
  await expect(page.getByText(/^Goes out at \d+:\d\d:\d\d [AP]M\. Until then you can take it back$/u)).toBeVisible();
  await expect(page.getByText('Sent on')).toHaveCount(0);

  // As a minute later, while the mail server is down.
  await page.route('**/api/letters', async (route) => {
    const letters = (await (await route.fetch()).json()) as LetterRow[];
    await route.fulfill({ json: letters.map((letter) => Object.assign(letter, { takeBackUntil: null })) });
  });
  await page.route(`**/api/letters/${id}`, async (route) => {
    const letter = (await (await route.fetch()).json()) as LetterPreview;
    await route.fulfill({ json: { ...letter, takeBackUntil: null } });
  });
  await page.reload();
  await expect(page.getByText(/^Sent on .* to 5 founders; 5 emails are not delivered, see Deliveries$/u)).toBeVisible();
  await page.getByRole('button', { name: /^Open: News/u }).click();
  const sent = page.getByRole('heading', { name: 'Sent to 5 founders; 5 emails are not delivered, see Deliveries' });
  await expect(sent).toBeVisible();
  const [founder] = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as [{ id: string }];
  await desk.organizer('retreat', 'invite', founder.id);
  await expect(page.getByText('1 founder is no longer in this group, and not listed.')).toBeVisible();
  await expect(sent).toBeVisible();
});

test('a letter that is sent meanwhile is not deleted, and the notice after "Take it back" says who will not get it, and whether it can be changed', async ({
  page,
  desk,
  folder,
}) => {
  await page.goto(`${desk.origin}/letters`);
  await page.getByRole('button', { name: 'Write a letter to them' }).click();
  await expect(page.getByLabel('Subject')).toBeVisible();
  const [{ id }] = JSON.parse(await desk.organizer('letter', 'list', '--json')) as [{ id: string }];
  const send = async () => {
    const store = await openStoreOf(folder);
    const letter = (await store.letters.find(id))!;
    const now = new Date();
    await store.letters.test(letter, { organizer: 'Bea' }, now);
    const sending = { addressIdOf: (email: string) => email, by: { organizer: 'Bea' }, now };
    await store.letters.send(letter, (audience) => selectionOf(audience, content, now), sending);
    await store.close();
  };
  const takeBack = page.getByRole('button', { name: 'Take it back' });

  await test.step('the question before the deletion of a letter stays open while somebody sends the letter, and says why it is not deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this letter' });
    await send();
    await expect(takeBack).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete the letter' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The letter was sent and cannot be deleted.');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await storeAll(folder, [registration({ more: answersOf('Nora Helm', 'Lantern') })]);
  await send();
  await takeBack.click();
  const notice = page.getByText('will not get the letter');
  await expect(notice).toHaveText('1 founder will not get the letter. It was sent to others before, so it can no longer be changed.');
  await expect(page.getByLabel('Subject')).toHaveCount(0);
  await takeBack.click();
  await expect(notice).toHaveText('5 founders will not get the letter. You can change it and send it again.');
  await expect(page.getByLabel('Subject')).toBeVisible();
});

test('a letter that cannot be sent says why', async ({ page, desk, folder }) => {
  await test.step('a letter whose workshop is gone says so, and can be read and deleted', async () => {
    const store = await openStoreOf(folder);
    const audience = { of: 'workshop' as const, workshop: 'removed', attendance: 'came' as const };
    await store.letters.write({ subject: 'Thank you', text: ['It was good to see you.'], link: null, audience }, 'organizer', new Date());
    await store.close();
    await page.route('**/api/letters/*', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const letter = (await (await route.fetch()).json()) as LetterPreview;
      await route.fulfill({ json: { ...letter, recipients: 3 } });
    });
    await page.goto(`${desk.origin}/letters`);
    await page.getByRole('button', { name: /^Open: Thank you/u }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Nobody can get this letter now: content/speaker-series has no workshop removed; restore its file.',
    );
    await expect(page.getByText('It was good to see you.')).toBeVisible();
    for (const name of ['Save the text', 'Email it to me first']) await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByText('would get it now')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sent to 3 founders' })).toBeVisible();
    await expect(page.getByText('no longer in this group')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the letter' }).click();
    await expect(page.getByText('The letter is deleted.')).toBeFocused();
    await expect(page.getByText('There are no letters yet.')).toBeVisible();
  });

  await test.step('a letter to a group without founders says why it cannot be sent', async () => {
    const reason = page.getByText('Nobody would get it now. You can send it once a founder is in this group.');
    for (const [state, isEmpty] of [
      ['Accepted', true],
      ['Waiting', false],
    ] as const) {
      await page.goto(`${desk.origin}/letters`);
      if (!isEmpty) await page.getByText('Write a new letter').click();
      await page.getByLabel('State').selectOption(state);
      await page.getByRole('button', { name: 'Write a letter to them' }).click();
      await expect(page.getByRole('heading', { name: /would get it now$/u })).toBeVisible();
      await expect(reason).toHaveCount(isEmpty ? 1 : 0);
    }
  });
});
