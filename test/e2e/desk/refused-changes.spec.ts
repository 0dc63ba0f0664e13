import type { Page } from '@playwright/test';
import { expect, replacePreviews, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

/** Answers the next changes of an address as the desk does when it refuses them. */
const refuse = (page: Page, address: string | RegExp, method: string) =>
  page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status: 503, json: { message: 'The database is down.' } }) : route.fallback(),
  );

test('what the desk refused is said where it is seen, and several founders are invited over capacity only after the organizer has agreed', async ({
  page,
  desk,
}) => {
  await test.step('a dialog whose note cannot be saved stays open when it is closed, says why and what was written, and closes the second time', async () => {
    await page.goto(`${desk.origin}/retreat`);
    await refuse(page, '**/api/entries/*/memo', 'POST');
    await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note to self').fill('נפגשנו');
    await page.keyboard.press('Escape');
    const reason = 'The note about Ada Byron was not saved: The database is down. You wrote: \u2068נפגשנו\u2069';
    await expect(dialog.getByRole('alert')).toHaveText(`${reason} Close again to drop it.`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    // The same if the refusal came before the dialog is closed.
    await page.getByRole('button', { name: 'Ada Byron', exact: true }).click();
    await dialog.getByLabel('Note to self').fill('נפגשנו');
    await dialog.getByLabel('Note to self').blur();
    await expect(dialog.getByRole('alert')).toHaveText(reason);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(`${reason} Close again to drop it.`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a change that did not reach the desk is said once, and what the desk shows stays without a message', async () => {
    await page.goto(`${desk.origin}/retreat`);
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
    const send = page.getByRole('button', { name: 'Send the invitation', disabled: false });
    // The dialog has its own view of the board by then, and requests nothing else.
    await expect(send).toBeVisible();
    const requests: string[] = [];
    await page.route('**/api/**', (route) => {
      requests.push(new URL(route.request().url()).pathname.split('/').at(-1)!);
      return route.abort();
    });
    await send.click();
    const message = page.getByText('The desk is not responding.');
    await expect(message).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(message).toHaveCount(0);
    // The second asks whether the desk responds.
    expect(requests).toEqual(['invite', 'site']);
    await page.unroute('**/api/**');
  });

  await test.step('why an invitation was refused is in view, although its button is far below on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto(`${desk.origin}/retreat`);
    await refuse(page, '**/api/entries/*/invite', 'POST');
    await page.getByRole('button', { name: 'Invite: Ada Byron' }).click();
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText('The database is down.')).toBeInViewport({ ratio: 1 });
  });

  await test.step('several founders are not invited over capacity before the organizer has agreed to it', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.unrouteAll();
    await page.route('**/api/site', async (route) => {
      const response = await route.fetch();
      const facts = (await response.json()) as { retreats: object[] };
      await route.fulfill({
        response,
        json: { ...facts, retreats: facts.retreats.map((retreat) => Object.assign(retreat, { capacity: 2 })) },
      });
    });
    await page.goto(`${desk.origin}/retreat`);
    for (const name of ['Ada Byron', 'Bea Potter', 'Dora Maar']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Invite the 3 selected founders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite 3 founders' });
    const box = dialog.getByRole('checkbox', { name: 'Only 2 seats of 2 are free. Invite all 3 anyway' });
    await expect(box).toBeVisible();
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();
    await expect(box).toBeFocused();
    expect(JSON.parse(await desk.organizer('retreat', 'seats', '--json'))).toMatchObject({ invited: 0 });
    await box.check();
    await dialog.getByRole('button', { name: 'Send 3 invitations' }).click();
    await expect(page.getByText('3 founders are invited until')).toBeVisible();
  });
});

test('what was typed on a page in the preview is shown if its change is refused or its response is lost', async ({ page, desk }) => {
  await page.goto(`${desk.origin}/pages?page=mail-waitlist`);
  const hello = page.frameLocator('iframe').locator('[data-at="emails/waitlist.yaml#/text/0"]');
  const edit = async (typed: string) => {
    await hello.click();
    await expect(hello).toHaveAttribute('contenteditable', 'plaintext-only');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByText('You typed')).toContainText(typed);
  };
  await expect(hello).toHaveAttribute('tabindex', '0', { timeout: 60_000 });

  await test.step('what was typed on a page in the preview is shown if the change is refused', async () => {
    await hello.click({ timeout: 60_000 });
    await expect(hello).toHaveAttribute('contenteditable', 'plaintext-only');
    await refuse(page, '**/api/pages/value', 'PUT');
    await page.keyboard.type(' good day');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The database is down. You typed: Hello {firstName}, good day');
    await expect(hello).toHaveText('Hello Ottoline,');
    await page.unroute('**/api/pages/value');
    await page.reload();
    await expect(hello).toHaveAttribute('tabindex', '0');
  });

  await test.step('a text whose change was made although its response was lost', async () => {
    await page.route(
      '**/api/pages/value',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await edit(' good day');
    await expect(hello).toHaveText('Hello Ottoline, good day');
    await expect(page.getByText('1 change in your draft.')).toBeVisible();
  });

  await test.step('a text whose change was made before the connection was lost', async () => {
    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await expect(hello).toHaveAttribute('tabindex', '0');
    let isLost = false;
    const pages = /\/(?:api\/(?!events)|page\/mail-)/u;
    await page.route(pages, async (route) => {
      if (!isLost && route.request().method() !== 'PUT') return route.fallback();
      if (!isLost) await route.fetch();
      isLost = true;
      return route.abort();
    });
    await edit(' to you');
    await expect(hello).toHaveText('Hello Ottoline, good day');
    await page.unroute(pages);
    await page.unroute('**/api/events');
    await expect(hello).toHaveText('Hello Ottoline, good day to you');
    await expect(page.getByText('You typed')).toContainText('to you');
  });

  await test.step('an undo that waits for a change without a response says so and is offered again', async () => {
    // A tenth of each time limit.
    await page.addInitScript(() => {
      const limit = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => limit(ms / 10);
    });
    await page.reload();
    await expect(hello).toHaveAttribute('tabindex', '0');
    await page.route('**/api/pages/value', () => {}, { times: 1 });
    await hello.click();
    await expect(hello).toHaveAttribute('contenteditable', 'plaintext-only');
    await page.keyboard.type(', all of you');
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await expect(page.getByRole('alert')).toContainText('You typed: Hello {firstName}, good day to you, all of you');
    await page.getByRole('button', { name: 'Undo the last change' }).click();
    await expect(hello).toHaveText('Hello Ottoline, good day');
  });
});

test('what was typed about a picture stays if the change is refused because a colleague changed it', async ({ page, desk }) => {
  await replacePreviews(page);
  await page.goto(`${desk.origin}/pages?page=workshop-relationships-that-power-your-brand-upcoming`);
  await page.getByText('Dates, switches and other values').click({ timeout: 60_000 });
  await page.getByRole('button', { name: /speaker, picture$/u }).click();
  const text = page.getByLabel('What the picture shows, in one sentence');
  await text.fill('The speaker at a red door');
  const colleague = 'The speaker laughing';
  await page.route(
    '**/api/pages/value',
    async (route) => {
      const change = route.request().postDataJSON() as { value: string };
      expect((await route.fetch({ postData: JSON.stringify({ ...change, value: colleague }) })).status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText(`Changed in the meantime to: ${colleague}`)).toBeVisible();
  await expect(text).toHaveValue('The speaker at a red door');
  await page.getByRole('button', { name: 'Keep this text' }).click();
  await expect(page.getByText(`Changed in the meantime to: ${colleague}`)).toHaveCount(0);
  await expect(text).toHaveValue('The speaker at a red door');
});

test('the desk shows no rows of the last search or filter when a request fails, and repeats the request after the store has recovered', async ({
  page,
  desk,
}) => {
  const waiting = page.getByRole('region', { name: /^Waiting/u });
  await page.goto(`${desk.origin}/retreat`);
  await expect(waiting.getByRole('listitem')).toHaveCount(5);
  await test.step('the tab shows no rows of the last search when a request fails', async () => {
    const failing = /\/api\/retreat\?.*search=Ada&/u;
    await page.route(failing, (route) => route.fulfill({ status: 409, json: { message: 'The list cannot be read' } }));
    await page.getByLabel('Find a founder').fill('Ada');
    await expect(page.getByRole('alert')).toHaveText('The list cannot be read');
    await expect(waiting).toHaveCount(0);
    await page.getByLabel('Find a founder').fill('Byron');
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a card says since which year a founder waits', async () => {
    await page.route(/\/api\/retreat(?:\?|$)/u, async (route) => {
      const body = (await (await route.fetch()).text()).replaceAll(/"joinedAt":"[^"]+"/gu, '"joinedAt":"2024-11-26T18:00:00Z"');
      await route.fulfill({ contentType: 'application/json', body });
    });
    await page.reload();
    await expect(waiting.getByText('Since Nov 26, 2024')).toHaveCount(5);
  });

  await test.step('the desk shows no rows of the last filter when a request fails, and repeats the request after the store has recovered', async () => {
    await page.unrouteAll();
    const event = JSON.stringify({
      versions: { submissions: 0, entries: 0, deliveries: 0, letters: 0, access: 0 },
      problem: 'The store is locked',
    });
    const body = `retry: 100\ndata: ${event}\n\n`;
    await page.route('**/api/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await page.goto(`${desk.origin}/registrations`);
    await expect(page.getByText('9 registrations')).toBeVisible();
    const failing = /\/api\/registrations\?.*form=workshop/u;
    await page.route(failing, (route) => route.fulfill({ status: 409, json: { message: 'The registrations cannot be read' } }));
    await page.getByLabel('Form').selectOption({ label: 'Workshop' });
    await expect(page.getByText('The registrations cannot be read')).toBeVisible();
    await expect(page.getByRole('grid')).toHaveCount(0);
    await page.unroute(failing);
    await page.unroute('**/api/events');
    await expect(page.getByText('4 registrations found')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
