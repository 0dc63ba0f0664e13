import { expect } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { enter, onOtherDevice, test } from '../../support/passkeys.ts';

test('an organizer invites a reader, withdraws an invitation, and revokes access', async ({ page, house, browser }) => {
  await test.step('an organizer invites a reader, who cannot change anything', async () => {
    await storeAll(house.site.dataDir, [registration({ more: answersOf('Grace Hopper', 'Cobol') })]);
    await enter(page, await house.invite('Ada'));
    await page.getByRole('link', { name: 'Access' }).click();
    await page.getByLabel('Name, as the history shows it').fill('Rita');
    await page.getByLabel('Reader: cannot change anything').check();
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.origin });
    await page.getByRole('button', { name: 'Copy the link' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'The link was copied.' })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await onOtherDevice(browser);
    await enter(other, link);
    await expect(page.getByText('Reader, 1 passkey')).toBeVisible();
    await other.getByRole('link', { name: 'Access' }).click();
    await expect(other.getByText('You are signed in as Rita')).toBeVisible();
    await expect(other.getByRole('button', { name: /Create a link|Revoke|End/u })).toHaveCount(0);
    await other.getByRole('link', { name: 'The retreat' }).click();
    await expect(other.getByRole('button', { name: 'Grace Hopper', exact: true })).toBeVisible();
    await expect(other.getByRole('button', { name: /^Invite/u })).toHaveCount(0);
    await other.goto(`${house.origin}/pages?page=mail-waitlist`);
    await expect(other.getByText('Click a text to see its field')).toBeVisible();
    const paragraph = other.frameLocator('iframe').locator('[data-at^="emails/waitlist.yaml#/text/"]').first();
    await expect(paragraph).toHaveAttribute('aria-description', 'Press Enter to show its field', { timeout: 60_000 });
    await other.context().close();
  });

  await test.step('an invitation for another device is withdrawn without a question, and access is revoked only after one', async () => {
    const other = await onOtherDevice(browser);
    await enter(other, await house.invite('Bea'));
    await page.getByLabel('Name, as the history shows it').fill('Cleo');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await expect(page.getByText('Send this link to Cleo')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw the invitation of Cleo' }).click();
    await expect(page.getByText('Send this link to Cleo')).toHaveCount(0);
    await other.getByRole('link', { name: 'Access' }).click();
    await expect(other.getByRole('heading', { name: 'Bea' })).toBeVisible();
    await page.getByLabel('Name, as the history shows it').fill('Dora');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await expect(page.getByText('Send this link to Dora')).toBeVisible();
    await other.getByRole('button', { name: 'Withdraw the invitation of Dora' }).click();
    await expect(page.getByText('Send this link to Dora')).toHaveCount(0);
    for (const name of ['Ada', 'Bea']) await house.invite(name);
    for (const name of ['Ada', 'Bea']) {
      const withdraw = page.getByRole('button', { name: `Withdraw the invitation of ${name}` });
      await withdraw.click();
      await expect(page.getByRole('status').filter({ hasText: `The invitation of ${name} was withdrawn.` })).toBeFocused();
      await expect(withdraw).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { name: 'Bea' })).toHaveCount(1);
    const invited = (await house.site.organizer('desk', 'sessions')).stdout;
    expect(invited).toMatch(/^Ada .*1 passkey[^]*^Rita .*1 passkey[^]*^Bea .*1 passkey/mu);
    expect(invited).not.toContain('is invited');

    const revoke = page.getByRole('button', { name: 'Revoke the access of Bea' });
    await revoke.click();
    const dialog = page.getByRole('dialog', { name: 'Revoke the access of Bea' });
    await expect(dialog).toContainText('signed out everywhere immediately');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    expect((await house.site.organizer('desk', 'sessions')).stdout).toContain('Bea');
    await revoke.click();
    await dialog.getByRole('button', { name: 'Revoke access' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Bea no longer has access.' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Bea' })).toHaveCount(0);
    await expect(other).toHaveURL(`${house.origin}/sign-in`);
    await other.context().close();
  });
});
