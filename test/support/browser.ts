import { expect } from '@playwright/test';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { answers, waitlist, workshop } from './forms.ts';
import { startSiteInProcess } from './http-app.ts';
import type { SiteInProcess } from './http-app.ts';
import { base } from './worker-fixtures.ts';

export { expect };

interface Fixtures {
  origins: Set<string>;
  startOwn: (env: Record<string, string>) => Promise<SiteInProcess>;
  trouble: string[];
}

/**
 * `startOwn`: starts another site with these settings until the test ends. `origins`: the origins of the sites. `trouble`: problems in any
 * page of the test's context: script errors, console errors (including violations of the content security policy), failed responses,
 * requests to another origin. The test fails if it is not empty at the end.
 */
export const test = base.extend<Fixtures>({
  baseURL: ({ site }, provide) => provide(site.url),
  origins: ({ site }, provide) => provide(new Set([site.url])),
  startOwn: async ({ context, origins }, provide) => {
    await using own = new AsyncDisposableStack();
    await provide(async (env) => {
      const site = own.use(await startSiteInProcess(env));
      origins.add(site.url);
      return site;
    });
    // A page that is still loading when its server stops would report trouble.
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

const withoutHash = (url: string) => url.replace(/#.*$/u, '');

/**
 * Records trouble. A navigation may get any status, although Chromium logs a console error for it. Every other request of a page must
 * succeed, unless the test is offline.
 */
function watch(context: BrowserContext, origins: Set<string>): string[] {
  const trouble: string[] = [];
  const visited = new Set<string>();
  context.on('request', (request) => {
    const url = request.url();
    if (request.isNavigationRequest()) visited.add(withoutHash(url));
    if (!origins.has(new URL(url).origin) && !/^(?:data|blob|about|mailto):/u.test(url)) trouble.push(`requested ${url}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !visited.has(withoutHash(response.url()))) trouble.push(`${response.status()} for ${response.url()}`);
  });
  context.on('dialog', (dialog) => {
    trouble.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => trouble.push(`threw ${error.error().message}`));
  context.on('console', (message) => {
    const expected = visited.has(withoutHash(message.location().url)) || message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (message.type() !== 'error' || (expected && message.text().startsWith('Failed to load resource'))) return;
    trouble.push(`logged ${message.text()}`);
  });
  return trouble;
}

/** The two forms in their pages: the workshop form in its page, the waitlist form in the frame of the retreat page. */
export const formPages = [
  { name: 'the workshop form', form: workshop, page: '/speaker-series', frame: async (page: Page): Promise<Frame> => page.mainFrame() },
  { name: 'the waitlist form in its frame', form: waitlist, page: '/', frame: waitlistFrame },
];
type FormPage = (typeof formPages)[number];

/** Returns the frame of the retreat page after its form has loaded. */
export async function waitlistFrame(page: Page): Promise<Frame> {
  const element = page.getByTitle('Founder House retreat waitlist');
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error('the waitlist frame shows no page');
  await frame.locator('form').waitFor();
  return frame;
}

/** Opens the page of a form; returns the frame that contains the form, and the locator of the form. */
export async function openForm({ page: address, frame: frameIn }: FormPage, page: Page, query = '') {
  await page.goto(address + query);
  const frame = await frameIn(page);
  return { frame, form: frame.locator('form') };
}

/** Opens the page of a form, touches the form, and waits for its script, which replaces the browser's validation. */
export async function openHydrated(formPage: FormPage, page: Page, query = '') {
  const opened = await openForm(formPage, page, query);
  await waitForHydration(opened.frame);
  return opened;
}

export async function waitForHydration(frame: Frame): Promise<void> {
  await frame.getByLabel('First name').scrollIntoViewIfNeeded();
  // The script runs at the first touch; this one moves no focus.
  await frame.locator('form').dispatchEvent('pointerdown');
  await expect(frame.locator('form')).toHaveAttribute('novalidate');
}

/** Fills in a form with valid values; returns them by wire name. */
export async function fill(frame: Frame, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const typed = answers(more);
  await frame.locator('form').first().waitFor();
  await frame.evaluate(enterAll, typed);
  return typed;
}

/**
 * Enters values where the visitor would, with the events of a keyboard. It runs in the page, because Playwright takes ten times the processor
 * time for one control after the other.
 */
function enterAll(typed: Record<string, string>) {
  for (const [wire, value] of Object.entries(typed)) {
    const control = document.querySelector<HTMLInputElement>(`form [name="${wire}"]`)!;
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) throw new Error(`${wire} cannot be filled in`);
    control.focus();
    if (control.type === 'select-one') {
      control.value = value;
      for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }));
    } else if (control.type === 'checkbox') {
      if (!control.checked) control.click();
    } else {
      control.select();
      document.execCommand(value === '' ? 'delete' : 'insertText', false, value);
    }
  }
}

/** Waits until a frame has navigated to a path. */
export const arrived = (frame: Frame, path: string) => frame.waitForURL(({ pathname }) => pathname === path);

/** Returns the role, wire name, id or tag of the focused element. */
export const focused = (frame: Frame) =>
  frame.evaluate(() => {
    const active = document.activeElement as HTMLInputElement;
    return active.getAttribute('role') ?? (active.name || active.id || active.tagName);
  });
