import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { freePort } from './free-port.ts';
import { addAuthenticator } from './authenticator.ts';
import { startSiteInProcess } from './http-app.ts';
import type { SiteInProcess } from './http-app.ts';
import { base } from './worker-fixtures.ts';

interface Fixtures {
  /** A site whose desk is open at an origin of its own, and links to register there. */
  house: { site: SiteInProcess; origin: string; invite: (name: string, ...flags: string[]) => Promise<string> };
}

/** A test of the desk away from the server, in a browser with an authenticator. */
export const test = base.extend<Fixtures>({
  house: async ({ page }, provide) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    await using site = await startSiteInProcess({ DESK_ORIGIN: origin, DESK_PORT: String(port) });
    await addAuthenticator(page);
    const invite = async (name: string, ...flags: string[]) => {
      const { stdout } = await site.organizer('desk', 'invite', name, '--json', ...flags);
      return (JSON.parse(stdout) as { url: string }).url;
    };
    await provide({ site, origin, invite });
  },
});

/** Returns a page in a browser of its own. */
export async function onOtherDevice(browser: Browser, verifiesUser = true): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await addAuthenticator(page, verifiesUser);
  return page;
}

/** Opens a link to register, and registers a passkey. */
export async function register(page: Page, link: string) {
  await page.goto(link);
  await page.getByRole('button', { name: 'Register a passkey' }).click();
}

/** Waits for the first tab of the desk. */
export const atHome = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

/** Registers a passkey and waits for the desk. */
export async function enter(page: Page, link: string) {
  await register(page, link);
  await atHome(page);
}
