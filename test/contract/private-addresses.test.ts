import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { workshop } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import type { SiteInProcess } from '../support/http-app.ts';

let site: SiteInProcess;
beforeAll(async () => {
  site = await startSiteInProcess({ RATE_LIMIT_PER_MINUTE: '1000000' });
});
afterAll(() => site[Symbol.asyncDispose]());

const token = 'a'.repeat(43);
const html = { accept: 'text/html' };
const sendJson = { method: 'POST', body: '{}', headers: { ...html, 'content-type': 'application/json' } };
const elsewhere = { method: 'POST', headers: { ...html, origin: 'https://elsewhere.example' } };

describe.each([
  ['an invitation', paths.invitation(token)],
  ['an invitation at an address that cannot be decoded', `${paths.invitation(token)}%`],
  ['a status page', paths.status(token)],
  ['a confirmation', paths.confirm(token)],
  ['the way to a call', paths.join(token)],
  ['the question after a workshop', paths.feedback(token)],
  ['the end of reminders', paths.unsubscribe(token)],
  ['the end of letters', paths.stopLetters(token)],
  ['the form with a founder’s answers', paths.prefilledForm(workshop.id, token)],
  ['that form at an encoded address', paths.prefilledForm(workshop.id, token).replace('?with', '?%77ith')],
  ['the page that mails a lost link', paths.lostLink],
])('every response of %s is hidden from search engines and leaves its token out of the Referer', (_, address) => {
  it.each<[string, string, RequestInit]>([
    ['GET', address, { headers: html }],
    ['GET as text', address, { headers: { accept: 'application/json' } }],
    ['HEAD', address, { method: 'HEAD' }],
    ['PUT', address, { method: 'PUT', headers: html }],
    ['a post of JSON', address, sendJson],
    ['a post from another site', address, elsewhere],
    ['a slash at the end', address.replace(/(?=\?)|$/u, '/'), { headers: html }],
  ])('%s', async (__, url, request) => {
    const { headers } = await fetch(site.url + url, { ...request, redirect: 'manual' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin',
    });
  });
});
