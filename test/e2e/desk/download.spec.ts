import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../support/desk-fixtures.ts';

test.use({ opensToday: false });

test('a download of the registrations that is cut off says so, and can be tried again', async ({ page, desk }) => {
  // It sends the beginning of a file, and closes the connection.
  const cutting = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
    response.write('Day,Time', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(cutting, 'listening');
  const { port } = cutting.address() as AddressInfo;
  await page.route('**/api/registrations.csv*', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
  await page.goto(`${desk.origin}/registrations`);
  const link = page.getByRole('link', { name: 'Download as CSV' });
  await link.click();
  const failure = page.getByRole('alert');
  await expect(failure).toHaveText('The download was cut off, and no file was saved. Check your connection, and try again.');
  await page.unroute('**/api/registrations.csv*');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^sign-ups-/u);
  await expect(failure).toHaveCount(0);
  cutting.close();
});
