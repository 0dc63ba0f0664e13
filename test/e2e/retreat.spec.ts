import { honeypot } from '../../src/forms/hidden-fields.ts';
import { paths } from '../../src/paths.ts';
import { expect, test, waitlistFrame } from '../support/browser.ts';
import { controlsOf } from '../support/form-controls.ts';
import { content, waitlist } from '../support/forms.ts';

const { facts } = content.retreats[0]!;
const words = 'Join the Founder House Waitlist for Spring 2026';
const sections = [
  'hero',
  'letter',
  'testimonials',
  'who-its-for',
  'guest-speaker',
  'sessions',
  'takeaways',
  'hosts',
  'faq',
  'gallery',
  'waitlist-form',
];

test('the retreat page has the sections and pictures of the contract, and no hidden section', async ({ page }) => {
  const html = (await (await page.goto('/'))?.text()) ?? '';
  await test.step('the retreat page has its eleven sections in order, with names and content', async () => {
    expect(await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id))).toEqual(sections);
    for (const id of sections) await expect(page.locator(`#${id}`), id).toHaveAccessibleName(/\w{2}/u);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

    const within = (id: string, selector: string) => page.locator(`#${id} ${selector}`);
    await expect(within('testimonials', 'img')).toHaveCount(3);
    await expect(within('sessions', 'article')).toHaveCount(9);
    await expect(within('takeaways', 'li')).toHaveCount(8);
    await expect(within('hosts', 'article')).toHaveCount(2);
    await expect(within('faq', 'details')).toHaveCount(4);
    await expect(within('gallery', 'img')).toHaveCount(10);
    await expect(within('letter', 'time')).toHaveText('Updated 1st of November, 2025');
    await expect(within('letter', 'time')).toHaveAttribute('datetime', '2025-11-01');
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 All Rights Reserved');
    await expect(page.getByRole('contentinfo').getByRole('img', { name: 'Founder House' })).toBeVisible();
  });

  await test.step('the logo of the retreat page renders its drawing', async () => {
    const drawn = await page.locator('header use').evaluate((use: SVGUseElement) => use.getBBox().width);
    expect(drawn).toBeGreaterThan(1000);
  });

  await test.step('the retreat page states the capacity once, not in the hero', async () => {
    expect(html.split(facts.capacityText)).toHaveLength(2);
    await expect(page.locator('section:not(#hero)', { hasText: 'Limited to 10 attendees' })).toHaveCount(1);
    await expect(page.getByText('Once 10 founders are reached, a waitlist opens.')).toBeVisible();
  });

  await test.step('the retreat page has the words of the specification with plain spaces, so that a search of the HTML finds them', () => {
    for (const text of ['fewer than 250 units', '28 to 53 locations in under a year', 'collaboration over competition'])
      expect(html).toContain(text);
  });

  await test.step('the HTML of the retreat page does not contain hidden sections', async () => {
    const { ticket, nextSteps } = content.retreats[0]!;
    expect([ticket.visible, nextSteps.visible]).toEqual([false, false]);
    for (const hidden of ['4,900', '4900', 'id="ticket"', 'id="next-steps"', ticket.heading, 'business casual', 'October', nextSteps.text])
      expect(html.toLowerCase(), hidden).not.toContain(hidden.toLowerCase());
  });

  await test.step('every picture of the retreat page outside the gallery loads and has alternative text', async () => {
    for (const picture of await page.locator('section:not(#gallery) img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
      expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(20);
    }
  });
});

test('a picture of the retreat page stays rendered once the visitor has come near it', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto('/');
  const picture = page.locator('#testimonials img').first();
  const isRendered = () => picture.evaluate((img) => img.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isRendered()).toBe(false);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(isRendered).toBe(true);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.locator('h1')).toBeInViewport();
  expect(await isRendered()).toBe(true);
});

test('the call to action of the retreat page always has the same text, and moves the focus to the form', async ({ page }) => {
  await page.goto('/');
  const calls = page.locator('a[href="#waitlist-form"]');
  await test.step('always has the same text, scrolls to the form and focuses it', async () => {
    expect(await calls.allTextContents()).toEqual(Array.from({ length: await calls.count() }, () => words));
    expect(await calls.count()).toBeGreaterThanOrEqual(3);
    await expect(page.getByText(words, { exact: true })).toHaveCount(await calls.count());

    await page.getByRole('link', { name: words }).first().click();
    await expect(page.locator('#waitlist-form')).toBeFocused();
    await expect(page.locator('#waitlist-form h2')).toBeInViewport();
    expect(new URL(page.url()).hash).toBe('#waitlist-form');
  });

  await test.step('works with the keyboard, and Tab then moves to the first field', async () => {
    await page.getByRole('link', { name: words }).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#waitlist-form')).toBeFocused();
    const frame = await waitlistFrame(page);
    await page.keyboard.press('Tab');
    await expect(frame.getByLabel('First name')).toBeFocused();
  });
});

test('the retreat page scrolls smoothly to the target of a link only, and not with prefers-reduced-motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await test.step('a reload restores the scroll position without animation', async () => {
    const place = () => page.evaluate(() => Math.round(document.querySelector('#sessions')!.getBoundingClientRect().top));
    await page.evaluate(() => scrollTo({ top: document.querySelector<HTMLElement>('#sessions')!.offsetTop + 300, behavior: 'instant' }));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const read = await place();
    await page.reload();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    expect(Math.abs((await place()) - read)).toBeLessThan(3);
  });

  await test.step('the call to action scrolls smoothly, except with prefers-reduced-motion', async () => {
    const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(await behaviour()).toBe('auto');
    await page.getByRole('link', { name: words }).first().click();
    await expect(page.locator('#waitlist-form')).toBeFocused();
    expect(await behaviour()).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await behaviour()).toBe('auto');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the questions of the retreat page open one at a time', async ({ page }) => {
    await page.goto('/');
    const questions = page.locator('#faq details');
    const opened = () => questions.evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open));
    expect(await opened()).toEqual([false, false, false, false]);
    for (const index of [0, 2, 3]) {
      await questions.nth(index).locator('summary').click();
      expect(await opened()).toEqual([0, 1, 2, 3].map((each) => each === index));
      await expect(questions.nth(index).locator('p').first()).toBeVisible();
    }
    await questions.nth(3).locator('summary').press('Enter');
    expect(await opened()).toEqual([false, false, false, false]);
  });
});

test.describe('the waitlist frame', () => {
  test('is 800 pixels high, shows the whole form at each width, and has the fields of the contract with their limits', async ({ page }) => {
    await page.goto('/');
    const element = page.getByTitle('Founder House retreat waitlist');
    const frame = await waitlistFrame(page);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect((await element.boundingBox())?.height, `${width} pixels wide`).toBe(800);
      const bottom = await frame.getByRole('button').evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
      expect(bottom, `${width} pixels wide`).toBeLessThanOrEqual(800);
      const { over, wide } = await frame.evaluate(() => ({
        over: document.documentElement.scrollHeight,
        wide: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(wide, `${width} pixels wide`).toBeLessThanOrEqual(0);
      expect(over, `${width} pixels wide`).toBeLessThanOrEqual(800);
    }
    expect(new URL(frame.url()).pathname).toBe(paths.form(waitlist.id));
    expect(await controlsOf(frame.locator('form'))).toEqual([
      ['inf_field_FirstName', 'text', 'First name *', true, 100, 'given-name'],
      ['inf_field_LastName', 'text', 'Last name *', true, 100, 'family-name'],
      ['inf_field_Email', 'email', 'Email *', true, 254, 'email'],
      ['inf_field_Company', 'text', 'Brand *', true, 200, 'organization'],
      ['inf_field_Phone1', 'tel', 'Phone *', true, 40, 'tel'],
      ['inf_custom_SystemSize', 'select-one', 'System size *', true],
      ['inf_custom_FounderHouseRetreatBringToTheTable', 'textarea', 'What would you bring to the table?', false, 2000],
      ['inf_custom_FounderHouseRetreatLeaveWith', 'textarea', 'What would you like to leave with?', false, 2000],
      ['inf_form_xid', 'hidden', false],
      ['inf_form_name', 'hidden', false],
      ['infusionsoft_version', 'hidden', false],
      [honeypot, 'text', 'Leave this field empty', false, 'off'],
      ['submit'],
    ]);
  });
});

for (const path of ['/', '/speaker-series']) {
  test(`${path} requests no script until the visitor scrolls`, async ({ page, request }) => {
    const scripts: string[] = [];
    // Scripts that a form caches are not requested as scripts.
    page.on('request', (sent) => sent.url().endsWith('.js') && scripts.push(sent.url()));
    await page.goto(path, { waitUntil: 'load' });
    // Intersection observers have run after two frames; a script that they requested would have arrived before this later response.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.evaluate(() => fetch('/favicon.svg').then((response) => response.status));
    expect(scripts).toEqual([]);
    await page.locator(path === '/' ? '#gallery' : '#register').scrollIntoViewIfNeeded();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    expect((await request.get(scripts[0] as string)).headers()['content-type']).toContain('javascript');
  });
}
