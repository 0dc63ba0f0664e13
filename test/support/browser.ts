import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { setDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { answers, waitlist, workshop } from './forms.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

export { expect };

/** Settings under which a machine may send as fast and as often as it likes. */
export const unlimited = { RATE_LIMIT_PER_MINUTE: '6000', MIN_FILL_SECONDS: '0', PROOF_COST: '1' };

interface Fixtures {
  origins: Set<string>;
  startOwn: (env: Record<string, string>) => Promise<Site>;
  trouble: string[];
}

export interface Shared {
  deployment: Deployment;
  site: Site;
}

/**
 * `deployment`: how the sites run. `site`: one site a worker; `startOwn`: another one with settings of its own, until the test ends. `origins`: those of the sites. `trouble`: what went wrong in any page of the test's context: script errors, console errors (a
 * policy's violations are among them), answers that failed, requests to another origin. It is empty, or the test fails.
 */
export const test = base.extend<Fixtures, Shared>({
  deployment: ['sqlite', { option: true, scope: 'worker' }],
  site: [
    async ({ deployment }, provide) => {
      setDeployment(deployment);
      await using site = await startSite({ env: unlimited });
      await provide(site);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, provide) => provide(site.url),
  origins: ({ site }, provide) => provide(new Set([site.url])),
  startOwn: async ({ context, origins }, provide) => {
    await using own = new AsyncDisposableStack();
    await provide(async (env) => {
      const site = own.use(await startSite({ env }));
      origins.add(site.url);
      return site;
    });
    // A page that is still loading when its server goes would report that as trouble.
    await Promise.all(context.pages().map((page) => page.close()));
  },
  trouble: [
    async ({ context, origins }, provide) => {
      const trouble = watch(context, origins);
      await provide(trouble);
      expect(trouble).toEqual([]);
    },
    { auto: true },
  ],
});

const bare = (url: string) => url.replace(/#.*$/u, '');

/**
 * A navigation may be answered with any status, which Chromium counts as a console error; everything that a page asks for by
 * itself must come, unless the test has pulled the plug.
 */
function watch(context: BrowserContext, origins: Set<string>): string[] {
  const trouble: string[] = [];
  const visited = new Set<string>();
  context.on('request', (request) => {
    const url = request.url();
    if (request.isNavigationRequest()) visited.add(bare(url));
    if (!origins.has(new URL(url).origin) && !/^(?:data|blob|about):/u.test(url)) trouble.push(`asked for ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !visited.has(bare(response.url()))) trouble.push(`${response.status()} for ${response.url()}`);
  });
  context.on('dialog', (dialog) => {
    trouble.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => trouble.push(`threw ${error.error().message}`));
  context.on('console', (message) => {
    const expected = visited.has(bare(message.location().url)) || message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (message.type() !== 'error' || (expected && message.text().startsWith('Failed to load resource'))) return;
    trouble.push(`said ${message.text()}`);
  });
  return trouble;
}

/** The two forms where visitors meet them: the workshop's in its page, the waitlist's in the frame of the retreat page. */
export const formPages = [
  { name: 'the workshop form', form: workshop, page: '/speaker-series', frame: async (page: Page): Promise<Frame> => page.mainFrame() },
  { name: 'the waitlist form in its frame', form: waitlist, page: '/', frame: waitlistFrame },
];
type FormPage = (typeof formPages)[number];

/** The frame of the retreat page, once its form is there. */
export async function waitlistFrame(page: Page): Promise<Frame> {
  const element = page.getByTitle('Founder House retreat waitlist');
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error('the waitlist frame shows no page');
  await frame.locator('form').waitFor();
  return frame;
}

/** Opens a form's page; answers with the frame that holds the form, and its locator. */
export async function openForm({ page: address, frame: frameIn }: FormPage, page: Page, query = '') {
  await page.goto(address + query);
  const frame = await frameIn(page);
  return { frame, form: frame.locator('form') };
}

/** The same once script is helping: then the browser's own bubbles step back. */
export async function openHydrated(door: FormPage, page: Page, query = '') {
  const opened = await openForm(door, page, query);
  await waitForHydration(opened.frame);
  return opened;
}

export async function waitForHydration(frame: Frame): Promise<void> {
  await frame.getByLabel('First name').scrollIntoViewIfNeeded();
  await expect(frame.locator('form')).toHaveAttribute('novalidate');
}

/** Types the answers in, as a visitor does; answers with what was typed, by wire name. */
export async function fill(frame: Frame, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const typed = answers(more);
  for (const [wire, value] of Object.entries(typed)) {
    const control = frame.locator(`[name="${wire}"]`);
    const kind = await control.evaluate((element) => (element as HTMLInputElement).type);
    if (kind === 'select-one') await control.selectOption(value);
    else if (kind === 'checkbox') await control.check();
    else await control.fill(value);
  }
  return typed;
}

/** Waits until a frame shows the page at a path. */
export const arrived = (frame: Frame, path: string) => frame.waitForURL(({ pathname }) => pathname === path);

/** Where the focus is, by the role that it was given, its wire name, its id, or its tag. */
export const focused = (frame: Frame) =>
  frame.evaluate(() => {
    const active = document.activeElement as HTMLInputElement;
    return active.getAttribute('role') ?? (active.name || active.id || active.tagName);
  });
