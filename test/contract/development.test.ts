import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentFolder } from '../../src/content/load.ts';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { paths } from '../../src/paths.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { root } from '../support/environment.ts';
import { answers, content } from '../support/forms.ts';
import { copyProject } from '../support/project-copy.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

describe('npm run dev', () => {
  const copy = new ContentCopy();
  symlinkSync(join(contentFolder(), 'uploads'), join(copy.folder, 'uploads'));
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ args: [join(root, 'scripts/dev.ts')], env: { CONTENT_FOLDER: copy.folder } });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    copy[Symbol.dispose]();
  });
  const get = (path: string) => fetch(site.url + path, { redirect: 'manual' });

  it('prints its address and that of the development provider, and no warning', () => {
    expect(new Set(site.printed().match(/http:\/\/[\d.:]+/gu))).toEqual(new Set([expect.any(String), site.url]));
    expect(site.printed()).not.toContain('deprecated');
  });

  it('ends with one line if a setting is wrong', async () => {
    const args = [join(root, 'scripts/dev.ts')];
    await expect(startSite({ args, env: { PORT: 'x' } })).rejects.toThrow(/ended with 1 instead of starting:\nPORT: .*\n$/u);
  });

  it('answers as production does', async () => {
    const { formId } = content.retreats[0]!.facts.waitlist;
    const process = paths.process(formId);
    for (const [method, path, status, headers] of [
      ['GET', '/', 200],
      ['GET', '/speaker-series', 200],
      ['GET', '/speaker-series/', 308, { location: '/speaker-series' }],
      ['GET', paths.accessibility, 200],
      ['HEAD', paths.accessibility, 200],
      ['GET', `${paths.accessibility}/?from=mail`, 308, { location: `${paths.accessibility}?from=mail` }],
      ['POST', paths.accessibility, 405, { allow: 'GET, HEAD' }],
      ['GET', '/favicon.svg', 200, { 'content-type': 'image/svg+xml' }],
      ['GET', paths.form(formId), 200],
      ['GET', process, 405, { allow: 'POST' }],
      ['PUT', '/', 405, { allow: 'GET, HEAD' }],
      ['GET', '/no-such-page', 404],
      ['GET', '/no-such-page/', 404],
      ['POST', '/no-such-page', 404],
      ['GET', '/problems/400', 404],
      ['GET', '/join/too-short', 404],
      ['GET', '/status/too-short', 404],
    ] as const) {
      const response = await fetch(site.url + path, { method, redirect: 'manual' });
      const shown = Object.fromEntries(Object.keys(headers ?? {}).map((name) => [name, response.headers.get(name)]));
      expect([method, path, response.status, shown]).toEqual([method, path, status, headers ?? {}]);
    }
    const posted = await fetch(site.url + process, {
      method: 'POST',
      body: new URLSearchParams(answers()),
      redirect: 'manual',
    });
    expect(posted.status).toBe(303);
  });

  it('sends the same headers with a page as production, except for its policy', async () => {
    const { headers } = await get('/speaker-series');
    expect(Object.fromEntries(headers)).toMatchObject(securityHeaders(site.url, ''));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('sends the pictures of a page', async () => {
    const [, src] = /src="(\/_image\?[^"]+)"/u.exec(await (await get('/speaker-series')).text()) ?? [];
    const picture = await get(src!.replaceAll('&amp;', '&'));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//u)]);
  });

  /** Connects as an open page does. Returns a function that waits until the page is told to load again. */
  async function openPage(): Promise<() => Promise<unknown>> {
    const token = /token=([\w-]+)|wsToken = "([\w-]+)"/u.exec(await (await get('/@vite/client')).text());
    const socket = new WebSocket(`${site.url.replace('http', 'ws')}/hot-reload?token=${token?.[1] ?? token?.[2]}`, 'vite-hmr');
    const message = (type: string) =>
      new Promise((resolve) => {
        socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
          if ((JSON.parse(data) as { type: string }).type === type) resolve(true);
        });
      });
    const [connected, reload] = [message('connected'), message('full-reload')];
    // The socket is open as soon as the proxy has accepted it; Vite sends nothing to it before this.
    await connected;
    return () => reload;
  }

  it('shows a change of content immediately, and tells the open page to load again', async () => {
    const reload = await openPage();
    copy.edit('words.yaml', 'Oops! Page not found', 'There is no such page');
    await reload();
    expect(await (await get('/no-such-page')).text()).toContain('There is no such page');
  });

  it('tells the open page to load again after a file was added or removed', async () => {
    const added = 'emails/waiting-list.yaml';
    const reload = await openPage();
    copy.write(added, 'subject: x\n');
    await reload();
    expect(await (await get('/')).text()).toContain('waiting-list.yaml: no page reads this file');
    const reloadAgain = await openPage();
    copy.delete(added);
    await reloadAgain();
    expect((await get('/')).status).toBe(200);
  });

  it('opens the page and the form of a workshop that is added, and closes them when it is removed', async () => {
    const [workshop] = content.workshops;
    const added = 'speaker-series/added.yaml';
    const formId = 'added00000';
    copy.write(added, copy.read(`speaker-series/${workshop!.slug}.yaml`).replace(workshop!.form.id, formId));
    await expect.poll(async () => (await get(paths.form(formId))).status).toBe(200);
    expect((await get(paths.workshop('added'))).status).toBe(200);
    const posted = await fetch(site.url + paths.process(formId), {
      method: 'POST',
      body: new URLSearchParams(answers()),
      redirect: 'manual',
    });
    expect(posted.status).toBe(303);
    copy.delete(added);
    await expect.poll(async () => (await get(paths.form(formId))).status).toBe(404);
    expect((await get('/speaker-series')).status).toBe(200);
  });

  it('lets every page use the styles and the client of the development server', async () => {
    for (const path of ['/', '/accessibility', '/no-such-page'])
      expect([path, (await get(path)).headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringMatching(/style-src 'self' 'unsafe-inline'; script-src 'self'/u),
      ]);
  });

  it('shows a mistake in a content file with its line and how to fix it, and loads the page again once it is fixed', async () => {
    const letter = 'retreats/spring-2026/letter.yaml';
    const before = copy.read(letter);
    copy.edit(letter, /^date: .*$/mu, 'date: 2025-13-45');
    for (const path of ['/', '/accessibility', paths.form(content.retreats[0]!.facts.waitlist.formId)]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 500]);
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      const page = await response.text();
      expect(page).toMatch(/letter\.yaml: date: write a valid date as year-month-day, for example 2026-04-17 \(line \d+\)/u);
      expect(page).toContain('<script type="module" src="/@vite/client">');
    }
    await expect.poll(site.printed).toMatch(/^A mistake in content\/\n.*letter\.yaml: date: write a valid date as year-month-day/mu);
    const reload = await openPage();
    copy.write(letter, before);
    await reload();
    expect((await get('/')).status).toBe(200);
  });
});

it('npm run dev prints no error before the packages of the tests are installed', async () => {
  using copy = copyProject('scripts', 'astro.config.ts', 'tsconfig.json', 'public', 'test');
  writeFileSync(join(copy.folder, 'src/not-installed.test.tsx'), "import 'a-package-of-the-tests';\n");
  await using site = await startSite({ args: [join(copy.folder, 'scripts/dev.ts')], folder: copy.folder });
  // The response comes after the scan for packages: it names the file of one.
  expect(await (await fetch(`${site.url}/src/forms/components/SubmissionForm.tsx`)).text()).toContain('/deps/react');
  expect(site.printed()).not.toMatch(/ERROR|a-package-of-the-tests/u);
});
