import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { readShifts, watchShifts, type Shift } from './in-page.ts';
import { browserOptions, screen } from './phone.ts';

/** The minimum length of a piece of HTML: a few elements. */
const pieceMinCharacters = 300;

/**
 * Returns the layout shifts of a page whose HTML arrives in pieces, each painted before the next is sent, and whose fonts arrive last.
 * This is the worst case of a slow network, and nearly the same in every run; a plain load hits it rarely.
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
 * Starts a proxy that forwards requests to the site and sends a page in pieces. Fonts wait until the whole page was sent. If forwarding
 * fails, the proxy closes the connection: the requests of a browser that was closed do not matter.
 */
async function startProxy(site: string, painted: () => Promise<void>) {
  const pageSent = Promise.withResolvers<void>();
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { accept = '*/*' } = request.headers;
    const from = await fetch(site + request.url, { headers: { accept, 'accept-encoding': 'identity' } });
    const body = Buffer.from(await from.arrayBuffer());
    const type = from.headers.get('content-type') ?? '';
    if (type.startsWith('font/')) await pageSent.promise;
    response.writeHead(from.status, { 'content-type': type });
    if (request.headers['sec-fetch-dest'] !== 'document') return void response.end(body);
    await sendInPieces(response, body.toString(), painted);
    pageSent.resolve();
  };
  const server = createServer((request, response) => void forward(request, response).catch(() => response.destroy()));
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
  let piece = html.slice(0, body);
  for (const tag of html.slice(body).match(/[^>]*>/gu) ?? []) {
    piece += tag;
    if (piece.length < pieceMinCharacters) continue;
    response.write(piece);
    piece = '';
    await painted();
  }
  response.end(piece);
}

/** Resolves when the current content of the page has been painted. */
function twoFrames(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}
