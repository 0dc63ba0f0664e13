import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageWords } from '../content/schemas/site.ts';
import { problems } from '../site/problems.ts';
import type { ProblemStatus } from '../site/problems.ts';
import { closedPage } from './resolve-file.ts';
import { emptyPolicy } from './security-headers.ts';
import { sendPageWith } from './send-file.ts';
import type { StaticFile } from './static-files.ts';

/** Where a page of a fault says what to quote. */
const placeholder = '{reference}';

export interface ProblemParts {
  files: Map<string, StaticFile>;
  common: Record<string, string>;
  notFound: PageWords['notFound'];
}

/** An answer that is none, in the words of its status. */
export interface Problem {
  status: number;
  /** The form that it is about, where that has a page of its own for this. */
  formId?: string | undefined;
  headers?: Record<string, string>;
  reference: string;
}

/** Whether a client can show a page (RFC 9110, 12.5.1). Who says nothing takes anything. */
export function takesHtml(request: IncomingMessage): boolean {
  return /text\/html|text\/\*|\*\/\*/u.test(request.headers.accept ?? '*/*');
}

/** Sends the page of a status in the place of what was asked for; its words alone to a client that does not take HTML. */
export function createProblems({ files, common, notFound }: ProblemParts) {
  const wordsOf = (status: number) => (status === 404 ? notFound : problems[status as ProblemStatus]);

  return {
    send(request: IncomingMessage, response: ServerResponse, { status, formId, headers = {}, reference }: Problem): void {
      const own = status === 410 && formId ? files.get(closedPage(formId)) : undefined;
      const page = own ?? files.get(status === 404 ? '404.html' : `problems/${status}.html`);
      const more = { ...headers, 'x-request-id': reference };
      if (page && takesHtml(request)) return sendPageWith(status, more, request, response, quoting(page, reference));
      const words = wordsOf(status);
      this.say(
        response,
        status,
        words ? `${status} ${words.heading}\n${words.text.replace(placeholder, reference)}\n` : `${status}\n`,
        more,
      );
    },

    say(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
      response.writeHead(status, { ...common, ...bare, 'content-type': 'text/plain; charset=utf-8', ...headers });
      response.end(text);
    },
  };
}

/** The headers of an answer that holds no built page, besides those of every answer. */
export const bare = { 'cache-control': 'no-store', 'content-security-policy': emptyPolicy };

/** The page with the reference in it, uncompressed, where it has a place for one. */
function quoting(page: StaticFile, reference: string): StaticFile {
  const { body, etag, headers } = page.identity;
  if (!body.includes(placeholder)) return page;
  const quoted = Buffer.from(body.toString().replaceAll(placeholder, reference));
  const measured = headers.map((value, at) => (headers[at - 1] === 'content-length' ? String(quoted.length) : value));
  return { identity: { body: quoted, etag, headers: measured } };
}
