import type { FastifyReply, FastifyRequest } from 'fastify';
import { cspHash } from '../../http/exact-policy.ts';

const style =
  'body{margin:12vh auto;padding:0 1.5rem;max-width:34rem;font:1.1rem/1.6 system-ui,sans-serif;color:#2a1b2b;background:#fbf6ee}' +
  'h1{font:440 2rem/1.1 Georgia,serif;color:#5b2a4e}a{color:#5b2a4e}' +
  '@media(prefers-color-scheme:dark){body{color:#efe6da;background:#1f1521}h1,a{color:#f0d3a6}}';

/** Returns a page that says one thing and loads no other file. */
export const messagePage = (title: string, paragraphs: string) => ({
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>${paragraphs}</main></html>`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src '${cspHash(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  },
});

const notFoundPage = messagePage('This page does not exist', '<p>The desk has nothing at this address. <a href="/">Go to the desk</a></p>');

/** Returns whether a person opens an address that the desk does not have. */
export const opensUnknownPage = ({ is404, method, headers }: FastifyRequest): boolean =>
  is404 && method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Says that an address does not exist: to a person with a link to the desk, to a program as JSON. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  opensUnknownPage(request)
    ? reply.code(404).headers(notFoundPage.headers).send(notFoundPage.body)
    : reply.code(404).send({ message: 'Not found' });
