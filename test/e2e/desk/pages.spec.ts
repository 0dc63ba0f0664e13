import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a list is reordered by its handles and by its buttons, and the moved item stays selected', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
  await page.frameLocator('iframe').getByText('Hello Ottoline').click({ timeout: 60_000 });
  const list = page.getByRole('region', { name: 'Waitlist: text', exact: true });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveText([/Hello/u, /Thank you/u, /When there’s/u]);
  await list.getByRole('button', { name: 'Move down' }).click();
  await expect(rows).toHaveText([/Thank you/u, /Hello/u, /When there’s/u]);
  // The list takes the next change once the moved item is selected again.
  await expect(list.locator('[aria-current=true]')).toHaveText(/Hello/u);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/Thank you/u, /When there’s/u, /Hello/u]);
  await expect(list.locator('[aria-current=true]')).toHaveText(/Hello/u);
  await expect(list.getByRole('button', { name: 'Move down' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 changes in your draft.')).toBeVisible();

  const handleOf = async (index: number) => (await rows.nth(index).locator('span').boundingBox())!;
  const [from, to] = [await handleOf(2), await handleOf(0)];
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 2, { steps: 5 });
  await page.mouse.up();
  await expect(rows).toHaveText([/Hello/u, /Thank you/u, /When there’s/u]);
  await expect(page.getByText('3 changes in your draft.')).toBeVisible();

  const undo = page.getByRole('button', { name: 'Undo the last change' });
  await undo.focus();
  const announced = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const region = document.querySelector('[role=status].visually-hidden')!;
    new MutationObserver(() => texts.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  for (const left of ['2 changes', '1 change']) {
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${left} in your draft.`)).toBeVisible();
    // The button takes the next press once the page is shown without the change.
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
    await expect(undo).toBeFocused();
  }
  // The button stays when nothing is left to undo, and takes no press then.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your draft has no changes.')).toBeVisible();
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  // A screen reader reads only what changes, so the same sentence leaves and appears again each time.
  const undone = (await announced.jsonValue()).filter((text) => text === 'The last change was undone.');
  expect(undone).toHaveLength(3);
});

test('an undo that is pressed while a change is being saved undoes that change, and nothing if it is refused', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
  const hello = page.frameLocator('iframe').locator('[data-at="emails/waitlist.yaml#/text/0"]');
  const type = async (words: string) => {
    await hello.click();
    await expect(hello).toHaveAttribute('contenteditable', 'plaintext-only');
    await page.keyboard.type(words);
  };
  await expect(hello).toHaveAttribute('tabindex', '0', { timeout: 60_000 });
  await type(' One.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change in your draft.')).toBeVisible();
  let requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(new URL(request.url()).pathname));
  const undo = page.getByRole('button', { name: 'Undo the last change' });

  await test.step('an undo follows the change whose text is left by pressing it', async () => {
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/pages/value', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await type(' Two.');
    await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    pressed.resolve();
    await expect.poll(() => requests).toEqual(['/api/pages/value', '/api/pages/undo-change']);
    await expect(hello).toHaveText(/One\.$/u);
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('an undo after a refused change does not undo the change before it', async () => {
    requests = [];
    await page.unroute('**/api/pages/value');
    await page.route('**/api/pages/value', (route) => route.fulfill({ status: 409, json: { message: 'Make your change again.' } }));
    await type(' Three.');
    await undo.click();
    await expect(page.getByRole('alert')).toContainText('Make your change again. You typed:');
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
    expect(requests).toEqual(['/api/pages/value']);
    await undo.click();
    await expect(page.getByText('Your draft has no changes.')).toBeVisible();
  });
});

test('a workshop is added with its day, and a retreat whose dates are filled in one after the other', async ({ page, desk }) => {
  await test.step('a workshop that is added with its day opens on its own page, and a box on it is checked immediately', async () => {
    await replacePreviews(page);
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'Add a workshop or a retreat' }).click();
    await page.getByLabel('Its name').fill('Hiring Your First Team');
    await page.getByLabel('Its day').fill('2090-05-04');
    await page.getByRole('button', { name: 'Add it to the draft' }).click();
    const selected = page.getByRole('combobox', { name: /^Page/u }).locator('option:checked');
    await expect(selected).toHaveText('The workshop, Hiring Your First Team, May 4, 2090');
    await expect(page.locator('optgroup[label="Hiring Your First Team, May 4, 2090"] option:checked')).toHaveCount(1);
    const groups = await page.locator('optgroup').evaluateAll((all) => all.map((group) => group.getAttribute('label')));
    expect(groups.slice(0, 2)).toEqual(['The Founder House Retreat, Spring 2026', 'Hiring Your First Team, May 4, 2090']);
    expect(groups.at(-1)).toBe('Past: Relationships That Power Your Brand, July 11, 2025: form');
    await expect(page.getByRole('region', { name: 'The chosen place' })).toContainText('Workshop: headline');
    await page.getByRole('button', { name: 'Publish …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await expect(dialog).toContainText(/Hiring Your First Team, May 4, 2090 has \d+ things? left to do/u);
    await page.keyboard.press('Escape');
    // What is to be done is named, and leads to its place.
    await page.getByText(/^Before going public/u).click();
    const added = page.locator('details details', { has: page.getByRole('heading', { name: /^Hiring Your First Team/u }) });
    await added.getByRole('heading').click();
    await added.getByRole('button', { name: /^Workshop: still our example/u }).click();
    await expect(page.getByRole('region', { name: 'The chosen place' })).toContainText('Workshop: still our example');
    await page.getByText('Dates, switches and other values').click();
    await page.getByRole('button', { name: 'Workshop: called off' }).click();
    await page.getByRole('region', { name: 'The chosen place' }).getByRole('checkbox').check();
    await expect(page.getByText(/^2 changes in your draft\.$/u)).toBeVisible();
  });

  await test.step('the undo that removes the workshop closes the field of it', async () => {
    const undo = page.getByRole('button', { name: 'Undo the last change' });
    await undo.click();
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'The chosen place' }).getByRole('checkbox')).not.toBeChecked();
    await undo.press('Enter');
    await expect(page.getByText('Your draft has no changes.')).toBeVisible();
    await expect(page.getByText('Choose a text or a picture on the page.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(undo).toBeFocused();
  });

  await test.step('the empty dates of a new retreat are listed, the field of each appears with its own value, and its page appears with the last', async () => {
    await page.goto(`${desk.origin}/pages?page=not-found`);
    await page.getByRole('button', { name: 'Add a workshop or a retreat' }).click();
    await page.getByLabel('A retreat', { exact: true }).check();
    await page.getByLabel('Its season').fill('Fall 2090');
    await page.getByRole('button', { name: 'Add it to the draft' }).click();
    const panel = page.getByRole('region', { name: 'The chosen place' });
    const dates = {
      'Facts: first day of the season': '2090-10-01',
      'Facts: last day of the season': '2090-11-30',
      'Letter: date': '2090-05-01',
    };
    const days = { 'Next steps: check-in, day': '2090-10-05', 'Next steps: check-out, day': '2090-10-08' };
    const held = Promise.withResolvers<void>();
    await page.route('**/api/pages/value?*latest', async (route) => {
      await held.promise;
      await route.continue();
    });
    await expect(panel.getByRole('heading', { name: 'Facts: first day of the season' })).toBeVisible();
    await page.getByText(/^Before going public/u).click();
    // The dates come first, including those of a section with two of them: the list names one after the other.
    await page.locator('details h3').first().click();
    const toFillIn = page.getByRole('button', { name: 'fill this in next' });
    for (const [place, day] of Object.entries({ ...dates, ...days })) {
      await toFillIn.filter({ hasText: place }).click();
      await expect(panel.getByRole('heading', { name: place })).toBeVisible();
      if (place === 'Facts: last day of the season') {
        // A field with the value of the place before would lose what is typed when its own value arrives.
        await expect(panel.getByText('Loading')).toBeVisible();
        await expect(panel.getByLabel('Day')).toHaveCount(0);
        held.resolve();
      }
      await panel.getByLabel('Day').fill(day);
      await panel.getByRole('button', { name: 'Keep this day' }).click();
      await expect(toFillIn.filter({ hasText: place })).toHaveCount(0);
    }
    await expect(page.getByRole('combobox', { name: /^Page/u }).locator('option:checked')).toHaveText('The retreat, Fall 2090');
    await expect(toFillIn).toHaveCount(0);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(page.getByRole('dialog', { name: 'Publish' })).toContainText('After: October 1, 2090');
  });
});
