import sharp from 'sharp';
import { violations } from '../../support/axe.ts';
import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a value that the page does not show is found with the keyboard, an empty one is filled in, and a picture is uploaded', async ({
  page,
  desk,
}) => {
  await test.step('a value that the page does not show is under its retreat and section, and found by its name, value or help with the keyboard', async () => {
    await replacePreviews(page);
    await page.goto(`${desk.origin}/pages?page=retreat-spring-2026-open`);
    const side = page.getByRole('complementary', { name: 'What can be changed' });
    const [owners, sections, values] = [
      side.getByRole('heading', { level: 2 }),
      side.getByRole('heading', { level: 3 }),
      side.getByRole('listitem'),
    ];
    await side.getByText('Dates, switches and other values').click();
    await expect(owners).toHaveText(['Spring 2026', 'All pages']);
    await expect(sections.filter({ hasText: /^(?:Facts|Hosts|Afterwards|Site)$/u })).toHaveText(['Facts', 'Hosts', 'Afterwards', 'Site']);
    const count = await values.count();
    await expect(side.getByRole('status')).toHaveText('');

    await page.keyboard.press('Tab');
    for (const [search, found] of [
      ['FACTS: sentence', /^Facts: sentence about the seats/u],
      ['march 1, 2026', /^Facts: first day of the season\s*March 1, 2026$/u],
      ['accepted invitations never exceed', /^Facts: seats/u],
      ['what the page does once the last day is over', /^Facts: when it is over/u],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(search);
      await expect(values).toHaveText([found]);
      await expect(owners).toHaveText(['Spring 2026']);
      await expect(sections).toHaveText(['Facts']);
      await expect(side.getByRole('status')).toHaveText(`1 of ${count} values`);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(side.getByRole('region', { name: 'The chosen place' }).getByLabel('Choice')).toBeFocused();
    const search = side.getByRole('searchbox', { name: 'Find a value' });
    await search.fill('nothing has these words');
    await expect(values).toHaveCount(0);
    await expect(side.getByRole('status')).toHaveText(`0 of ${count} values`);
    await search.fill('');
    await expect(values).toHaveCount(count);

    await page.goto(`${desk.origin}/pages?page=workshop-relationships-that-power-your-brand-upcoming`);
    await side.getByText('Dates, switches and other values').click();
    await expect(owners).toHaveText(['Relationships That Power Your Brand, July 11, 2025', 'All pages']);
    await expect(sections.filter({ hasText: /^(?:Workshop|Speaker|Form|Site)$/u })).toHaveText(['Workshop', 'Speaker', 'Form', 'Site']);
  });

  await test.step('a picture is dropped, cropped to the aspect ratio of its place with the keyboard and without dragging, and uploaded with its description', async () => {
    await page.getByRole('button', { name: /speaker, picture$/u }).click();
    const bytes = await sharp({ create: { width: 220, height: 200, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer();
    await page.getByLabel('Another picture').setInputFiles({ name: 'speaker.jpg', mimeType: 'image/jpeg', buffer: bytes });
    const dialog = page.getByRole('dialog', { name: 'A new picture' });
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeFocused();
    const part = dialog.getByRole('group', { name: 'The part that is shown' });
    await part.focus();
    // The right arrow moves the picture to the right, until the frame shows its left square.
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
    const slider = dialog.getByRole('slider', { name: 'Left or right' });
    await expect(slider).toHaveValue((await slider.getAttribute('max'))!);
    await expect(dialog.getByRole('slider')).toHaveCount(2);
    await slider.click({ position: { x: 1, y: 5 } });
    await expect(dialog.getByLabel('What the picture shows')).toHaveValue('');
    await expect(dialog).toContainText('The current picture: Painted portrait of Wrenna');
    await dialog.getByLabel('What the picture shows').fill('The speaker at a red door');
    expect(await violations(page)).toEqual([]);
    const [uploaded] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/pages/picture')),
      dialog.getByRole('button', { name: 'Use this picture in my draft' }).click(),
    ]);
    const sent = Object.fromEntries(new URL(uploaded.url()).searchParams);
    // A press at the left end of the slider has moved the picture to the left: its right square is what is shown.
    expect(sent).toMatchObject({
      pointer: '/speaker/portrait',
      alt: 'The speaker at a red door',
      x: '20',
      y: '0',
      width: '200',
      height: '200',
    });
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 change in your draft.')).toBeVisible();

    await page.getByRole('button', { name: 'Publish …' }).click();
    const changes = page.getByRole('dialog', { name: 'Publish' });
    await expect(changes).toContainText('Workshop: speaker, picture (Relationships That Power Your Brand, July 11, 2025)');
    await expect(changes).not.toContainText('uploads');
    await expect(changes).not.toContainText('example');
    for (const picture of await changes.getByRole('img').all())
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(changes.getByRole('img')).toHaveCount(2);
  });

  await test.step('a value that was empty is named so among the changes of a publish', async () => {
    await page.keyboard.press('Escape');
    await page.goto(`${desk.origin}/pages?page=privacy`);
    const side = page.getByRole('complementary', { name: 'What can be changed' });
    await side.getByText('Dates, switches and other values').click();
    await side.getByRole('searchbox', { name: 'Find a value' }).fill('postal address');
    await side.getByRole('button', { name: 'Site: postal address' }).click();
    const place = side.getByRole('region', { name: 'The chosen place' });
    await place.getByLabel('Text').fill('1 Long Table Road, Austin, TX 78701');
    await place.getByRole('button', { name: 'Keep this text' }).click();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(page.getByRole('dialog', { name: 'Publish' })).toContainText(
      /Site: postal address\s*Before: Empty\s*After: 1 Long Table Road/u,
    );
  });

  await test.step('a publish names what its changes make contradictory, and can be made all the same', async () => {
    const changes = page.getByRole('dialog', { name: 'Publish' });
    await expect(changes).not.toContainText('Check this');
    await page.keyboard.press('Escape');
    await page.goto(`${desk.origin}/pages?page=retreat-spring-2026-open`);
    const side = page.getByRole('complementary', { name: 'What can be changed' });
    await side.getByText('Dates, switches and other values').click();
    await side.getByRole('searchbox', { name: 'Find a value' }).fill('check-out, day');
    await side.getByRole('button', { name: 'Next steps: check-out, day' }).click();
    const place = side.getByRole('region', { name: 'The chosen place' });
    await place.getByLabel('Day').fill('2025-10-19');
    await place.getByRole('button', { name: 'Keep this day' }).click();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(changes).toContainText(
      'Check this before you publish. Next steps: check-out, day (Spring 2026): check-out comes before check-in',
    );
    await expect(changes.getByRole('button', { name: 'Publish these changes' })).toBeEnabled();
  });
});
