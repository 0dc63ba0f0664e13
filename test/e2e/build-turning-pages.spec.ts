import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { loadContent } from '../../src/content/load.ts';
import { endOfWorkshop, startOfWorkshop } from '../../src/content/workshop-schedule.ts';
import { readFunnel } from '../../src/funnel/funnel.ts';
import { paths } from '../../src/paths.ts';
import { createInvitationService } from '../../src/retreats/invitation-service.ts';
import { fill } from '../support/browser.ts';
import { testWithVariant, type ContentVariant } from '../support/content-variant.ts';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { linkIn, startLetters } from '../support/letters.ts';
import { startMailServer } from '../support/mail-server.ts';
import { cheapProofs, unlimited } from '../support/proof.ts';
import { buildSeries, fall, july, winter } from '../support/series.ts';

const next = 'Join the waitlist for the next retreat';

const test = testWithVariant(buildSeries);

// One worker and one build: where that fails, the others need not try it again.
test.describe.configure({ mode: 'serial' });

/** Starts the site of the build with a clock that runs from an instant. */
function startAt({ folder }: ContentVariant, instant: string, env: Record<string, string> = {}) {
  const aheadMs = Date.parse(instant) - Date.now();
  const content = loadContent(join(folder, 'content'));
  return startSiteInProcess({ ...unlimited, ...env }, { content, folder, now: () => new Date(Date.now() + aheadMs) });
}

/** The types of what the page tells search engines. */
const typesOn = async (page: Page) => {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.map((text) => (JSON.parse(text) as { '@type': string })['@type']);
};

test('while the first retreat lies ahead it is on the front page, and the second one is announced at its own address', async ({
  page,
  variant,
}) => {
  await using site = await startAt(variant, '2026-04-01T12:00:00Z');
  await page.goto(site.url);
  await expect(page.getByRole('link', { name: 'Join the Founder House Waitlist for Spring 2026' }).first()).toBeVisible();
  expect(await typesOn(page)).toContain('Event');
  const own = await fetch(`${site.url}/retreats/spring-2026`, { redirect: 'manual' });
  expect([own.status, own.headers.get('location')]).toEqual([307, '/']);

  await page.goto(`${site.url}/retreats/${fall.slug}`);
  await expect(page.getByRole('link', { name: 'Join the Founder House Waitlist for Fall 2027' }).first()).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/retreats\/fall-2027$/u);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  expect(sitemap).toContain('/retreats/fall-2027<');
  expect(sitemap).not.toContain('/retreats/spring-2026<');
  expect((await fetch(`${site.url}/retreats/no-such-season`)).status).toBe(404);
});

test('the day after its last one, a retreat is an archive without a form, and the next is on the front page', async ({ page, variant }) => {
  // The last day ends at midnight in Austin, five hours behind UTC.
  await using before = await startAt(variant, '2026-06-01T04:58:00Z');
  await page.goto(before.url);
  await expect(page.getByRole('link', { name: /for Spring 2026/u }).first()).toBeVisible();

  await using site = await startAt(variant, '2026-06-01T05:00:00Z');
  await page.goto(site.url);
  await expect(page.getByRole('link', { name: /for Fall 2027/u }).first()).toBeVisible();
  await page.goto(`${site.url}/retreats/spring-2026`);
  expect(await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'hero',
    'letter',
    'testimonials',
    'sessions',
    'hosts',
    'gallery',
  ]);
  await expect(page.locator('form, iframe')).toHaveCount(0);
  await expect(page.getByText('Spring 2026 in Austin, Texas')).toBeVisible();
  expect(await typesOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'See the current retreat' }).click();
  await expect(page).toHaveURL(`${site.url}/`);

  // A form that was embedded elsewhere goes on to the next waitlist.
  await page.goto(`${site.url}/app/form/${waitlist.id}`);
  await expect(page.getByRole('main')).toContainText('The waitlist for Fall 2027');
  await page.goto(`${site.url}/app/form/${waitlist.id}/received`);
  await expect(page).toHaveURL(`${site.url}/app/form/${fall.formId}/received`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await post(site, waitlist.id, answers())).status).toBe(303);
  const stored = JSON.parse((await site.organizer('submissions', 'list', '--state', 'held', '--json')).stdout) as { formId: string }[];
  expect(stored).toHaveLength(1);
});

test('after the last retreat the front page says that it is over, and takes sign-ups for the next one', async ({ page, variant }) => {
  await using mailServer = await startMailServer();
  await using site = await startAt(variant, '2028-01-10T12:00:00Z', { SMTP_URL: mailServer.url });
  await page.goto(site.url);
  await expect(page.getByText('The Fall 2027 retreat is over.')).toBeVisible();
  const calls = await page.locator(`a[href="#waitlist-form"]`).allTextContents();
  expect(new Set(calls.map((text) => text.trim()))).toEqual(new Set([next]));
  // Neither the first screen nor the form's section gives the season of the past retreat as that of the next one.
  for (const facts of [page.locator('#hero li'), page.locator('#waitlist-form li')])
    await expect(facts).toHaveText(['Three days, three nights', 'Austin, Texas', 'By invitation only']);
  expect(await typesOn(page)).not.toContain('Event');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /The Fall 2027 retreat is over/u);
  await page.goto(`${site.url}/app/form/${fall.formId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The next Founder House Retreat');
  await page.goto(`${site.url}/app/form/${fall.formId}/received`);
  await expect(page.getByRole('main')).toContainText('the next Founder House Retreat');

  expect((await post(site, fall.formId, answers())).status).toBe(303);
  const [asked] = await mailServer.waitForMails(1);
  const link = /https?:\/\/\S+\/confirm\/\S+/u.exec(asked?.mail.text ?? '')?.[0] as string;
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  const mails = await mailServer.waitForMails(2);
  expect(mails[1]?.mail.text).toContain('You’re on the waitlist for the next Founder House Retreat.');
});

test('a workshop that is over takes sign-ups for the next one, and promises no seat', async ({ page, variant }) => {
  await using mailServer = await startMailServer();
  await using site = await startAt(variant, '2027-01-10T12:00:00Z', { SMTP_URL: mailServer.url });
  await page.goto(`${site.url}/speaker-series`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Week');
  await expect(page.getByText('This workshop is over.')).toBeVisible();
  await expect(page.locator('#register').getByRole('button')).toHaveText('Tell me about the next one');
  await expect(page.locator('#register').getByRole('heading', { level: 2 })).toHaveText('Hear about the next workshop');
  expect(await typesOn(page)).toEqual(['VideoObject', 'BreadcrumbList']);
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /^This workshop is over\. It took place/u);
  await expect(page.getByText(/still open|Reserve My Spot/u)).toHaveCount(0);
  // The past day is not beside the button, and the ticket continues the ground of the replay.
  await expect(page.locator('#hero')).not.toContainText('10am Central');
  await expect(page.locator('#event')).toHaveCSS('background-image', 'none');

  // The one before it stays at its own address.
  await page.goto(`${site.url}/speaker-series/${july}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/speaker-series/${july}$`, 'u'));
  await expect(page.locator('form')).toHaveCount(0);
  await expect(page.locator('#hero')).toContainText('10am Central');
  await page.getByRole('link', { name: 'See the speaker series' }).click();
  await expect(page).toHaveURL(`${site.url}/speaker-series`);
  await page.goto(`${site.url}${paths.form(workshop.id)}`);
  await page.getByRole('link', { name: 'See the speaker series' }).click();
  await expect(page).toHaveURL(`${site.url}/speaker-series`);
  const own = await fetch(`${site.url}/speaker-series/${winter.slug}`, { redirect: 'manual' });
  expect([own.status, own.headers.get('location')]).toEqual([307, '/speaker-series']);

  expect((await post(site, winter.formId, answers())).status).toBe(303);
  const [asked] = await mailServer.waitForMails(1);
  const link = /https?:\/\/\S+\/confirm\/\S+/u.exec(asked?.mail.text ?? '')?.[0] as string;
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  const mail = (await mailServer.waitForMails(2))[1]?.mail;
  expect(mail?.subject).toMatch(/^This workshop is over/u);
  expect(mail?.attachments).toEqual([]);
  expect(mail?.text).not.toMatch(/You are in|reserved/u);
});

test('the workshop of July is on its page until it ends', async ({ page, variant }) => {
  await using site = await startAt(variant, '2025-07-01T12:00:00Z');
  await page.goto(`${site.url}/speaker-series`);
  await expect(page.locator('#register form')).toHaveAttribute('action', `/app/form/process/${workshop.id}`);
  await page.goto(`${site.url}/speaker-series/${winter.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Week');
});

// Without script, which a form needs for its proof: the clock that the proofs are checked by is not the test's.
test.describe('without script', () => {
  // The funnel leaves out programs, and a browser without a window says that it is one.
  test.use({ javaScriptEnabled: false, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' });
  // Over PostgreSQL only: src/funnel/funnel.test.ts counts over SQLite, and the other tests of these forms, links and emails are over it
  // too.
  test('a founder gets from a page to a seat by the links in emails over postgres, and the funnel counts the founder once in each step', async ({
    page,
    variant,
  }) => {
    const content = loadContent(join(variant.folder, 'content'));
    const talk = content.workshops.find(({ slug }) => slug === july)!;
    const port = await freePort();
    const siteUrl = `http://127.0.0.1:${port}`;
    process.env['CONTENT_FOLDER'] = join(variant.folder, 'content');
    await using site = await startLetters('postgres', { content, siteUrl, folder: variant.folder });
    delete process.env['CONTENT_FOLDER'];
    await site.app.listen({ host: '127.0.0.1', port });
    const { store, clock, letters } = site;
    const lastMail = async (name = 'ada') => (await site.mailsTo(name)).at(-1)!;
    // Emails that are due at the same time arrive in any order.
    const open = async (part: string) => {
      const received = (await site.mailsTo('ada')).findLast((mail) => linkIn(mail, part));
      return page.goto(siteUrl + linkIn(received, part));
    };
    const confirm = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      await open('/confirm/');
      await page.getByRole('button', { name: 'Confirm my email address' }).click();
      await expect(page.getByRole('button', { name: 'Confirm my email address' })).toHaveCount(0);
    };

    await page.goto(`${siteUrl}/speaker-series?utm_campaign=spring`);
    await fill(page.mainFrame(), { inf_field_FirstName: 'Ada', inf_field_Email: 'ada@example.com' });
    await page.locator('#register').getByRole('button').click();
    await confirm();
    await site.register('bea');

    await store.workshops.setMeetingLink(july, siteUrl + paths.privacy, clock.now);
    clock.now = startOfWorkshop(talk);
    await open('/join/');
    await page.getByRole('button', { name: 'Join the call' }).click();
    await page.waitForURL(`**${paths.privacy}`);

    clock.now = endOfWorkshop(talk);
    for (const id of await letters.beginAfterWorkshop(july, 'organizer', clock.now)) await site.send60(id);
    const [came, missed] = [await lastMail(), await lastMail('bea')];
    expect([came.mail.subject, missed.mail.subject]).toEqual([`Thank you for coming: ${talk.title}`, `We missed you at ${talk.title}`]);
    expect(came.mail.text).toMatch(/because you registered[^]*1 Long Table Road, Austin[^]*No letters, please/u);
    expect(came.raw).not.toMatch(/[?&](?:first|name|email)/iu);
    await open('#replay');
    // The ticket continues the ground of the replay, not that of the hero.
    await expect(page.locator('#event')).toHaveCSS('background-image', 'none');
    await page.locator('video').press('Space');
    const counted = async () => {
      await site.services.pageViews.flush();
      return readFunnel(store.funnel, content, july);
    };
    await expect.poll(async () => (await counted()).total.watched).toBe(1);

    await open('?with=');
    await expect(page.locator('[name=inf_field_Email]')).toHaveValue('ada@example.com');
    await fill(page.mainFrame(), { inf_field_FirstName: 'Ada', inf_field_Email: 'ada@example.com' });
    await page.locator('form').getByRole('button').click();
    await confirm();

    const [entry] = await store.waitlist.list();
    const week = { note: '', validForMs: 7 * 86_400_000, overCapacity: false, by: 'organizer' as const };
    const invitations = createInvitationService({
      waitlist: store.waitlist,
      content: () => content,
      secret: cheapProofs.SECRET,
      siteUrl,
    });
    await invitations.invite(entry!.id, week, clock.now);
    await open('/invitation/');
    await page.getByRole('button', { name: 'Yes, I’ll be there' }).click();
    await expect(page.getByRole('heading', { name: 'The seat is yours' })).toBeVisible();
    const { total, campaigns } = await counted();
    expect(total).toEqual({ views: 2, posted: 2, confirmed: 2, joined: 1, watched: 1, waitlist: 1, invited: 1, seat: 1 });
    expect(campaigns).toContainEqual(expect.objectContaining({ campaign: 'spring', views: 1 }));
  });
});
