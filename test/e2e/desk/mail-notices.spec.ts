import { expect } from '@playwright/test';
import { answersOf, registration, storeAll } from '../../support/desk.ts';
import { enter, test } from '../../support/passkeys.ts';

test('the desk away from the server, which the running site serves, says that an email goes out at once', async ({ page, house }) => {
  await storeAll(house.site.dataDir, [registration({ more: answersOf('Grace Hopper', 'Cobol') })]);
  await enter(page, await house.invite('Ada'));
  await page.getByRole('link', { name: 'The retreat' }).click();
  await page.getByRole('button', { name: 'Invite: Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  const says = (what: RegExp) => expect(page.getByRole('status').getByText(what)).toBeVisible();
  await says(/^Grace Hopper is invited until .*\. The email will go out at once\.$/u);
  await page.getByRole('button', { name: 'Extend: Grace Hopper' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Days to answer/u)
    .fill('9');
  await page.getByRole('dialog').getByRole('button', { name: 'Extend the invitation' }).click();
  await says(/^Grace Hopper’s invitation is now open until .*\. The email will go out at once\.$/u);
});
