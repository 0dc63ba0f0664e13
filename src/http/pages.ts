import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../content/content.ts';
import { HttpError, tooManyRequests } from './http-error.ts';
import { clientOf, type RateLimit } from './rate-limit.ts';
import { redactPath } from './request-log.ts';
import { sendFile } from './send-file.ts';
import { cachedPage, type StaticFile } from './static-files.ts';

/** A page rendered for one request. */
export interface RenderedPage {
  body: Buffer;
  /** Its own content security policy. */
  policy: string;
}

/** Where pages come from: a build in production, Astro's development server in development. */
export interface PageSource {
  /** Whether pages stay the same while the process runs. */
  isStatic: boolean;
  /** Returns a built file by its name below `dist/client`, for example `app/form/{id}/closed.html`; undefined if there is none. */
  findFile(name: string): StaticFile | undefined | Promise<StaticFile | undefined>;
  /** Renders the page of `src/pages` for a path. Rejects if it cannot be rendered completely. */
  render(path: string, locals: App.Locals): Promise<RenderedPage>;
}

/** Sends pages; the routes of the features share one of these. */
export type Pages = ReturnType<typeof createPages>;

export interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
}

/** `fallbackLine`: a line of text in place of a page that is refused, for a client whose post was stored and must not look failed. */
interface RenderedPageOptions extends PageOptions {
  fallbackLine?: string;
}

/** How many pages may wait to be rendered; one takes about 15 milliseconds of a processor. */
const maxWaiting = 64;

interface PagesParts {
  source: PageSource;
  content: Content;
  commonHeaders: Record<string, string>;
  /** Counts the pages that are rendered for one client. */
  countPage: RateLimit;
  /** Counts the links of one client that open nothing. */
  countDeadLink: RateLimit;
  now: () => Date;
}

export function createPages({ source, content, commonHeaders, countPage, countDeadLink, now }: PagesParts) {
  const render = createRenderQueue((path, view) =>
    source.render(path, { content, view: view as App.Views, now: now() }).catch((cause: unknown) => {
      throw new Error(`the page of ${redactPath(path)} could not be rendered`, { cause });
    }),
  );
  /** The requests whose page was counted. */
  const admitted = new WeakSet<object>();
  const renderedOnce = new Map<string, Promise<RenderedPage>>();
  const likeBuilt = new WeakMap<RenderedPage, StaticFile>();

  /** Counts a page for the client of a request. Throws HttpError 429. */
  async function admit(request: Pick<FastifyRequest, 'ip' | 'socket'>): Promise<void> {
    const retryAfterSeconds = await countPage(clientOf(request));
    if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds);
    admitted.add(request);
  }

  /** Returns a page that is the same for everyone. If it could not be rendered, the next request tries again. */
  function renderOnce(path: string, view: App.View): Promise<RenderedPage> {
    if (!source.isStatic) return render(path, view);
    const key = JSON.stringify([path, view]);
    let page = renderedOnce.get(key);
    if (!page) {
      page = render(path, view).catch((error: unknown) => {
        renderedOnce.delete(key);
        throw error;
      });
      renderedOnce.set(key, page);
    }
    return page;
  }

  return {
    /** Sends a built file by its name. Throws HttpError 404 if there is none. */
    async sendBuilt(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
      const file = await source.findFile(name);
      if (!file) throw new HttpError(404);
      return sendFile(request, reply, file);
    },

    /** Sends a page that is the same for everyone, uncompressed and without an entity tag; it is rendered once. */
    async sendRenderedOnce(reply: FastifyReply, path: string, view: App.View): Promise<FastifyReply> {
      return sendPage(reply, await renderOnce(path, view));
    },

    /**
     * Sends the page of a link that opens nothing, as `sendRenderedOnce` does. A client beyond its limit of such links gets a line of text
     * with status 429 instead. Other links do not count, and are not refused: an office or a carrier has one address.
     */
    async sendDeadLink(reply: FastifyReply, path: string, view: App.View, options: PageOptions): Promise<FastifyReply> {
      const retryAfterSeconds = await countDeadLink(clientOf(reply.request));
      if (retryAfterSeconds > 0) throw new HttpError(429, { headers: { 'retry-after': String(retryAfterSeconds) }, isPlainText: true });
      return sendPage(reply, await renderOnce(path, view), options);
    },

    /**
     * Counts the page that will be the response to a post, before the post changes anything: a founder whose answer was stored must not be
     * told to send it again. To be used as an `onRequest` hook. Throws HttpError 429.
     */
    admit,

    /**
     * Renders a page for one request and sends it. `view` is a function if making it costs something, which a client beyond
     * its limit must not cause. Throws HttpError 429 and 503, unless the request was admitted or there is a line to send instead.
     */
    async sendRendered(
      reply: FastifyReply,
      path: string,
      view: App.View | (() => Promise<App.View>),
      { fallbackLine, ...options }: RenderedPageOptions = {},
    ): Promise<FastifyReply> {
      try {
        const mustBeSent = admitted.has(reply.request);
        if (!mustBeSent) await admit(reply.request);
        const madeView = typeof view === 'function' ? await view() : view;
        return sendPage(reply, await render(path, madeView, { mustBeSent }), options);
      } catch (error) {
        if (fallbackLine === undefined || !(error instanceof HttpError)) throw error;
        return reply
          .headers(options.headers ?? {})
          .type('text/plain; charset=utf-8')
          .send(`${fallbackLine}\n`);
      }
    },

    /** Sends a page that is the same for everyone like a built file, compressed and with an entity tag; it is rendered once. */
    async sendLikeBuilt(request: FastifyRequest, reply: FastifyReply, path: string, view: App.View): Promise<FastifyReply> {
      const page = await renderOnce(path, view);
      let file = likeBuilt.get(page);
      if (!file) {
        file = cachedPage(page.body, { ...commonHeaders, ...headersOf(page) });
        likeBuilt.set(page, file);
      }
      return sendFile(request, reply, file);
    },
  };
}

/**
 * Returns a function that renders pages one after the other, and lets other requests go on in between: rendered together, 64 pages would
 * hold up every other visitor for a second. It throws HttpError 503 when too many wait, unless the page `mustBeSent`.
 */
function createRenderQueue(render: (path: string, view: App.View) => Promise<RenderedPage>) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const leave = () => {
    waiting -= 1;
  };
  return async (path: string, view: App.View, { mustBeSent = false } = {}): Promise<RenderedPage> => {
    if (waiting >= maxWaiting && !mustBeSent) throw new HttpError(503, { headers: { 'retry-after': '1' } });
    waiting += 1;
    const rendered = last.then(() => nextTurn()).then(() => render(path, view));
    last = rendered.then(leave, leave);
    return rendered;
  };
}

const headersOf = ({ policy }: RenderedPage) => ({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });

const sendPage = (reply: FastifyReply, page: RenderedPage, { status = 200, headers = {} }: PageOptions = {}) =>
  reply
    .code(status)
    .headers({ ...headers, ...headersOf(page) })
    .send(page.body);
