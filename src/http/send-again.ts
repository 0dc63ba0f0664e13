import type { ServerResponse } from 'node:http';
import type { Form } from './static-files.ts';

/**
 * Where Node.js keeps the head of an answer, and whether that is on its way. It documents neither; its version is fixed in package.json,
 * and `test/contract/repeated-answers.test.ts` reads every byte of such answers.
 */
interface Kept {
  _header: string;
  _headerSent: boolean;
}

/** The heads of this second. */
const heads = new Map<Form, Buffer>();
let second = 0;

/**
 * Sends a file with status 200 to a client that asked with GET and keeps its connection. Until the second is over the head of such an answer
 * is the same to the last byte, `Date` too. So the one that Node.js wrote is kept for as long, and who asks next gets its bytes: to put the head
 * together again would cost more than everything else that the site does for a page (docs/decisions/0003).
 */
export function sendAgain(response: ServerResponse, form: Form): void {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) heads.clear();
  second = now;
  const kept = heads.get(form);
  if (kept) {
    Object.assign<ServerResponse, Kept>(response, { _header: 'written below', _headerSent: true }).write(kept);
  } else {
    const { _header: head } = response.writeHead(200, form.headers) as ServerResponse & Kept;
    // Node.js looks at the clock a moment late now and then.
    if (head.includes(new Date(second * 1000).toUTCString())) heads.set(form, Buffer.from(head, 'latin1'));
  }
  response.end(form.body);
}
