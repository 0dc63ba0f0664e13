import { expect } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { violations } from '../support/axe.ts';
import { startHouse, houseAnswers } from '../support/house.ts';
import { base as test } from '../support/worker-fixtures.ts';

test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

test('a founder with a seat enters house facts on a phone and without script', async ({ page, browser }) => {
  const port = await freePort();
  await using house = await startHouse('sqlite', { PORT: String(port) });
  await house.app.listen({ host: '127.0.0.1', port });
  const ada = await house.seat('Ada');
  const address = `http://127.0.0.1:${port}${ada.url}`;
  await page.goto(address);
  const form = page.getByRole('region', { name: 'Before you come' });
  for (const [wire, value] of Object.entries(houseAnswers))
    await form.locator(`[name="${wire}"]`).fill(wire === 'contact' || wire === 'phone' ? ' ' : value);
  await form.getByRole('button').click();
  await expect(form.getByRole('alert')).toContainText('Enter the name of someone we can call in an emergency');
  await expect(form.getByRole('alert')).toContainText('Enter that person’s phone number');
  // The summary belongs to this part of the page, and its heading is smaller than that of the part.
  const [partSize, summarySize] = await form
    .getByRole('heading')
    .evaluateAll((headings) => headings.map((heading) => Number.parseFloat(getComputedStyle(heading).fontSize)));
  expect(summarySize).toBeLessThan(partSize!);
  // The labels are level, although one message has more lines than the other.
  const tops = await form
    .locator('label[for="field-contact"], label[for="field-phone"]')
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
  expect(tops[0]).toBe(tops[1]);
  await form.getByLabel('Emergency contact, name').fill(houseAnswers.contact);
  await form.getByLabel('Emergency contact, phone').fill(houseAnswers.phone);
  await form.getByRole('button').click();
  await expect(page.getByRole('status')).toContainText('Saved');
  expect(await house.store.waitlist.findHouseFacts(ada.entryId)).toEqual(houseAnswers);

  // axe is a script.
  const scripted = await browser.newPage({ viewport: { width: 360, height: 740 }, javaScriptEnabled: true });
  await scripted.goto(address);
  await expect(scripted.getByLabel('Diet and allergies')).toHaveValue(houseAnswers.diet);
  expect(await violations(scripted)).toEqual([]);
  expect(await scripted.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await scripted.close();
  await page.close();
});
