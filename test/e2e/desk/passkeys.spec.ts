import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { atHome, enter, onOtherDevice, register, test } from '../../support/passkeys.ts';

const cookiesOf = async (context: BrowserContext) => (await context.cookies()).filter(({ name }) => name === '__Host-desk');

/** Checks a page on a small phone, light and dark. Only what depends on colors is checked twice. */
async function expectSound(page: Page) {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [colorScheme, what] of [
    ['light', 'everything'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page, what), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

test('an organizer registers a passkey, signs out, and signs in again, on pages that are accessible and fit a small phone', async ({
  page,
  context,
  house,
}) => {
  await test.step('registering starts a new session instead of one planted in the browser (session fixation)', async () => {
    const planted = 'x'.repeat(43);
    const headers = { 'set-cookie': `__Host-desk=${planted}; Path=/; Secure; HttpOnly; SameSite=Strict` };
    await page.route(`${house.origin}/planted`, (route) => route.fulfill({ headers, body: '' }));
    await page.goto(`${house.origin}/planted`);
    expect((await cookiesOf(context)).map(({ value }) => value)).toEqual([planted]);
    await enter(page, await house.invite('Ada'));
    expect((await cookiesOf(context)).map(({ value }) => value)).not.toContain(planted);
  });

  await test.step('an organizer signs out, and signs in again', async () => {
    expect(new URL(page.url()).pathname).toBe('/');
    const [first] = await cookiesOf(context);
    expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/', domain: 'localhost' });

    await page.getByRole('link', { name: 'Access' }).click();
    await expect(page.getByText('You are signed in as Ada, organizer')).toBeVisible();
    await page.getByLabel('Name, as the history shows it').fill('Rita');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await expect(page.getByText(/\/register#/u)).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${house.origin}/sign-in`);
    expect(await cookiesOf(context)).toEqual([]);
    await page.goto(`${house.origin}/registrations`);
    await expect(page).toHaveURL(`${house.origin}/sign-in`);
    await expect(page.getByRole('heading', { name: 'The desk' })).toBeVisible();
    await expectSound(page);

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await atHome(page);
    const [second] = await cookiesOf(context);
    expect(second?.value).not.toBe(first?.value);
    await page.goto(`${house.origin}/sign-in`);
    await atHome(page);
  });

  await test.step('a browser without passkeys is told so before anything is pressed', async () => {
    await context.clearCookies();
    await page.addInitScript('delete globalThis.PublicKeyCredential');
    await page.goto(`${house.origin}/sign-in`);
    await expect(page.getByRole('alert')).toContainText('Open this page in a current version of Chrome');
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

test('an invitation link registers one passkey only, and only a device with user verification', async ({ page, house, browser }) => {
  const unverified = await onOtherDevice(browser, false);
  await test.step('the page says what to do without an invitation, and takes one that is pasted into the tab', async () => {
    await unverified.goto(`${house.origin}/register`);
    await expect(unverified.getByRole('alert')).toContainText('This link is incomplete. Open the whole link that you were sent.');
    await expect(unverified.getByRole('button')).toHaveCount(0);
    await expect(unverified.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await unverified.goto(await house.invite('Ada'));
    await expect(unverified.getByRole('button', { name: 'Register a passkey' })).toBeVisible();
    await expect(unverified.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a device without user verification cannot register', async () => {
    await unverified.getByRole('button', { name: 'Register a passkey' }).click();
    await expect(unverified.getByRole('alert')).toBeVisible();
    expect((await house.site.organizer('desk', 'sessions')).stdout).not.toContain('passkey');
    await unverified.context().close();
  });

  await test.step('an invitation link registers one passkey only', async () => {
    const link = await house.invite('Ada');
    await enter(page, link);
    const other = await onOtherDevice(browser);
    await register(other, link);
    await expect(other.getByRole('alert')).toContainText('This link was used before');
    await other.context().close();
    await page.goto(link);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await atHome(page);
  });
});

test('a session that ends leaves what was typed, gives another origin nothing, and is over immediately when access is revoked', async ({
  page,
  context,
  house,
}) => {
  await enter(page, await house.invite('Ada'));
  await page.getByRole('link', { name: 'The retreat' }).click();
  await expect(page.getByText('0 of 10 seats taken')).toBeVisible();
  // Shown once the desk has reported it. Nothing changes afterwards, so the next request is the one that the test sends.
  await storeAll(house.site.dataDir, [registration({ more: answersOf('Grace Hopper', 'Cobol') })]);
  await page.getByRole('button', { name: 'Invite: Grace Hopper' }).click();
  await page.getByLabel('Your note').fill('We met in Waco.');
  const session = await cookiesOf(context);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  const cover = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(cover).toBeVisible();
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
  await cover.getByRole('button', { name: 'Continue' }).click();
  await expect(cover.getByRole('alert')).toHaveText('Your session has ended. Sign in again.');
  expect(await violations(page)).toEqual([]);
  await context.addCookies(session);
  await cover.getByRole('button', { name: 'Continue' }).click();
  await expect(cover).toHaveCount(0);
  await expect(page.getByLabel('Your note')).toHaveValue('We met in Waco.');
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText(/Grace Hopper is invited until/u)).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await test.step('what says that a note was not saved stays until the dialog is closed, and no longer asks to sign in', async () => {
    await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click();
    await page.getByLabel('Note to self').fill('Likes boats.');
    await context.clearCookies();
    await page.keyboard.press('Escape');
    await expect(cover).toBeVisible();
    await context.addCookies(session);
    await cover.getByRole('button', { name: 'Continue' }).click();
    await expect(cover).toHaveCount(0);
    await expect(page.getByText('was not saved')).toContainText(': Your session had ended. You wrote: Likes boats.');
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
  });

  await test.step('a page of another origin gets no signature for the desk, and can neither read nor change it', async () => {
    // Without the site's own policy, which would stop the requests before the desk does.
    await page.route(`${house.site.url}/foreign`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Foreign</title>' }),
    );
    await page.goto(`${house.site.url}/foreign`);
    const reached = await page.evaluate(async (origin) => {
      const outcomes: string[] = [];
      const publicKey = { challenge: new Uint8Array(32), rpId: 'localhost' };
      await navigator.credentials.get({ publicKey }).then(
        () => outcomes.push('signed'),
        ({ name }: Error) => outcomes.push(name),
      );
      for (const init of [{}, { method: 'POST', body: '{}' }] as RequestInit[])
        await fetch(`${origin}/api/access`, { credentials: 'include', ...init }).then(
          ({ status }) => outcomes.push(String(status)),
          () => outcomes.push('blocked'),
        );
      return outcomes;
    }, house.origin);
    expect(reached).toEqual(['SecurityError', 'blocked', 'blocked']);
  });

  await test.step('revoking access closes an open desk immediately, and the passkey no longer signs in', async () => {
    await page.goto(house.origin);
    await atHome(page);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect((await house.site.organizer('desk', 'sessions')).stdout).toContain('Chrome on');
    expect((await house.site.organizer('desk', 'revoke', 'ada')).stdout).toContain('Ada no longer has access');
    await expect(page).toHaveURL(`${house.origin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('This passkey is not accepted here');
  });
});
