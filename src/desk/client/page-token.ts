import { unattendedHeader } from '../session-protocol.ts';
import { isUnattended } from './session.ts';

/**
 * The page's token distinguishes this page from another program on this machine, to which a browser sends the desk's cookie as well
 * (src/desk/server/loopback/keys.ts). The address that opens the desk has the token in its fragment. Storage belongs to an origin with its
 * port, so new windows and reloads have it too. A desk away from the server has no such token.
 */
const name = 'desk-page-token';

const [, openingToken] = /^#page-token=([\w-]{43})$/u.exec(location.hash) ?? [];
if (openingToken) {
  localStorage.setItem(name, openingToken);
  history.replaceState(null, '', location.pathname);
}

/** Returns the headers of a request: with the page's token, if there is one, and whether nobody uses the page. */
export function pageHeaders(init?: HeadersInit): Headers {
  const headers = new Headers(init);
  if (isUnattended()) headers.set(unattendedHeader, 'true');
  const token = localStorage.getItem(name);
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** Requests something of the desk with the page's token. */
export const fetchAsPage = (address: string | URL, init: RequestInit = {}): Promise<Response> =>
  fetch(address, { ...init, headers: pageHeaders(init.headers) });
