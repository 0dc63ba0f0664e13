import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { readShifts, watchShifts } from './in-page.ts';
import type { Shift } from './in-page.ts';
import { browserOptions, screen } from './phone.ts';

/** Characters of HTML that come at once, at least: a few elements. */
const piece = 300;

/**
 * The layout shifts of a page whose HTML comes piece by piece, each painted before the next, and whose fonts come last of all: the
 * worst that a slow network can do, and much the same at every run, while a plain load meets it once in many.
 */
export async function shiftsInPieces(url: string): Promise<Shift[]> {
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage(screen);
  await page.addInitScript(watchShifts);
  const committed = new Promise<void>((resolve) => page.once('framenavigated', () => resolve()));
  const painted = () => committed.then(() => twoFrames(page));
  const proxy = await startProxy(new URL(url).origin, painted);
  try {
    await page.goto(proxy.origin + new URL(url).pathname, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await twoFrames(page);
    return await page.evaluate(readShifts);
  } finally {
    await browser.close();
    proxy.close();
  }
}

/**
 * Passes requests on to the site, and gives the answer of a page in pieces. Fonts wait until the whole page was sent. Where it cannot, it hangs up:
 * of a page that shows at once, and of what a browser that is closed had asked for nobody needs to know.
 */
async function startProxy(site: string, painted: () => Promise<void>) {
  const sent = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { accept = '*/*' } = request.headers;
    const from = await fetch(site + request.url, { headers: { accept, 'accept-encoding': 'identity' } });
    const body = Buffer.from(await from.arrayBuffer());
    const type = from.headers.get('content-type') ?? '';
    if (type.startsWith('font/')) await sent.promise;
    response.writeHead(from.status, { 'content-type': type });
    if (request.headers['sec-fetch-dest'] !== 'document') return void response.end(body);
    await sendInPieces(response, body.toString(), painted);
    sent.resolve();
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function sendInPieces(response: ServerResponse, html: string, painted: () => Promise<void>): Promise<void> {
  const body = html.indexOf('<body');
  let next = html.slice(0, body);
  for (const tag of html.slice(body).match(/[^>]*>/gu) ?? []) {
    next += tag;
    if (next.length < piece) continue;
    response.write(next);
    next = '';
    await painted();
  }
  response.end(next);
}

/** Resolves once all that the page holds now was painted. */
function twoFrames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}
