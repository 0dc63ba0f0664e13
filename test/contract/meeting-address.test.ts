import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { startOfWorkshop } from '../../src/content/workshop-schedule.ts';
import { paths } from '../../src/paths.ts';
import { answers, content, post, workshop } from '../support/forms.ts';
import { unlimited } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';

const meeting = 'https://meet.example/j/98765?pwd=hidden-word';
const [talk] = content.workshops as [(typeof content.workshops)[number]];

it('the address of a video call is in no public response, email, export or log line, and pressing the button leads to it', async () => {
  const tenMinutesBefore = new Date(startOfWorkshop(talk).getTime() - 10 * 60_000);
  const aheadMs = tenMinutesBefore.getTime() - Date.now();
  await using site = await startSiteInProcess(unlimited, { now: () => new Date(Date.now() + aheadMs) });
  await site.organizer('workshop', 'link', talk.slug, meeting);
  const folder = join(site.dataDir, 'mail');
  const mails = async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    return Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  };
  const linkInMail = async (page: string) => {
    const find = async () => (await mails()).flatMap(({ text }) => new RegExp(`/${page}/[\\w-]+`, 'u').exec(text ?? '') ?? [])[0];
    await expect.poll(find).toBeDefined();
    return site.url + (await find())!;
  };

  const typed = answers();
  await post(site, workshop.id, typed);
  await fetch(await linkInMail('confirm'), { method: 'POST' });
  const link = await linkInMail('join');
  const pressed = await fetch(link, { method: 'POST', redirect: 'manual' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, meeting]);

  const sitemap = await (await fetch(site.url + paths.sitemap)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => new URL(address!).pathname);
  const calendar = paths.calendar(talk.slug);
  const shown = [...listed, paths.sitemap, calendar, paths.form(workshop.id), paths.received(workshop.id), new URL(link).pathname];
  const bodies = await Promise.all(shown.map(async (path) => (await fetch(site.url + path)).text()));
  const own = (await mails()).map(
    ({ text, html, attachments }) =>
      `${text} ${html} ${attachments.map(({ content: bytes }) => new TextDecoder().decode(bytes as ArrayBuffer)).join(' ')}`,
  );
  const exports = [
    ['submissions', 'export', '--format', 'csv'],
    ['submissions', 'list', '--json'],
    ['questions', '--json'],
    ['funnel', '--json'],
    ['person', 'export', typed['inf_field_Email']!],
    ['deliveries', 'list', '--json'],
  ];
  const printed = await Promise.all(exports.map(async (command) => (await site.organizer(...command)).stdout));
  const everything = [...bodies, ...own, ...printed, site.printed()];
  expect(everything.every((text) => text.length > 0)).toBe(true);
  expect(everything.filter((text) => /meet\.example|hidden-word/u.test(text))).toEqual([]);
  expect((await site.organizer('workshop', 'link', talk.slug)).stdout).toContain(meeting);
});
