import { expect } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { enter, onOtherDevice, test } from '../../support/passkeys.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('an organizer who lost a device removes its passkey with the keyboard on a phone, and is signed out there', async ({
  page,
  house,
  browser,
}) => {
  const lost = await onOtherDevice(browser);
  await enter(lost, await house.invite('Ada'));
  await lost.getByRole('link', { name: 'Access' }).click();
  await expect(lost.getByRole('heading', { name: 'Your passkeys' })).toBeVisible();
  await expect(lost.getByRole('button', { name: /^Remove the passkey/u })).toHaveCount(0);
  await lost.getByLabel('Name, as the history shows it').fill('Bea');
  await enter(page, await house.invite('Ada'));
  await page.getByRole('link', { name: 'Access' }).click();
  const section = page.getByRole('region', { name: 'Your passkeys' });
  await expect(section.getByRole('listitem')).toHaveText([
    /^Chrome on \w+, added .+:\d\d:\d\d\s[AP]M, last used .+Remove …$/u,
    /\(this one\)$/u,
  ]);

  const remove = section.getByRole('button', { name: /^Remove the passkey: Chrome on/u });
  await remove.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey' });
  await expect(dialog).toHaveAccessibleDescription(/you will be signed out immediately\. Your other passkeys stay\.$/u);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.press('Enter');

  // What is typed keeps the page of the lost device open, so that every message on it can be seen.
  const messages = await lost.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=alert]')) texts.push(textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  await dialog.getByRole('button', { name: 'Remove the passkey' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^The passkey was removed: Chrome on/u })).toBeFocused();
  await expect(section.getByRole('listitem')).toHaveText([/\(this one\)$/u]);
  await expect(remove).toHaveCount(0);

  await test.step('a page whose session ends says so, and does not say before that the desk is not responding', async () => {
    await expect(lost.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    expect(await messages.jsonValue()).not.toContainEqual(expect.stringContaining('not responding'));
    await lost.reload();
    await lost.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(lost.getByRole('alert')).toContainText('This passkey is not accepted here');
    await lost.context().close();
  });
});

test('a reader ends the session on another device, and removes the passkey of that device', async ({ page, house, browser }) => {
  const other = await onOtherDevice(browser);
  await enter(other, await house.invite('Rita', '--role', 'reader'));
  await enter(page, await house.invite('Rita'));
  const ofAda = await onOtherDevice(browser);
  await enter(ofAda, await house.invite('Ada'));
  await page.getByRole('link', { name: 'Access' }).click();
  await expect(page.getByRole('heading', { name: 'Ada' })).toBeVisible();
  const end = page.getByRole('button', { name: /^End the session of/u });
  // Two devices of the same kind differ only in when they signed in, which can be in the same minute.
  await expect(end).toHaveAccessibleName(/^End the session of Rita: Chrome on \w+, signed in .+:\d\d:\d\d [AP]M$/u);
  await end.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'You were signed out there.' })).toBeFocused();
  await expect(end).toHaveCount(0);
  await expect(other).toHaveURL(`${house.origin}/sign-in`);
  await expect(ofAda.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  await page.getByRole('button', { name: /^Remove the passkey: Chrome on/u }).click();
  await page.getByRole('dialog', { name: 'Remove this passkey' }).getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^The passkey was removed: Chrome on/u })).toBeVisible();
  await expect(page.getByText('Reader, 1 passkey')).toBeVisible();
});
