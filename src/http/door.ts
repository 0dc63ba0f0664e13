import type { Post } from './post.ts';

/** What an address that is more than a file answers: a page that is made for this visit, another address, a page of its status, or a file. */
export type Answer = { headers?: Record<string, string> } &
  // `page` is the address of the page that renders it, where that is another than the visit's. `lasting`: the same for everyone until the next start.
  (
    | { show: 'page'; status: number; view: App.View; page?: string; lasting?: boolean }
    | { show: 'redirect'; location: string }
    | { show: 'problem'; status: number; formId?: string | undefined }
    | { show: 'file'; type: string; body: string }
  );

/** A visit to a door: what its address holds in the place of the parentheses, and who comes. */
export interface Visit {
  parameter: string;
  query: URLSearchParams;
  post: Post;
}

/** One address with something behind it, matched with its query. A method that is missing is answered with 405. */
export interface Door {
  path: RegExp;
  /** The path as a log may show it: a token in an address is a key. */
  shown: string;
  /** Of every answer that is given here, a problem's too. */
  headers?: Record<string, string>;
  GET?: (visit: Visit) => Promise<Answer>;
  POST?: (visit: Visit) => Promise<Answer>;
}

/** For a page whose address is a key: it goes with no link or picture, while its own form still names its origin (Referrer Policy, 3.5). */
export const secretive = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };
