import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../content/content.ts';
import { HttpError } from './http-error.ts';
import { sendFile } from './send-file.ts';
import { cachedPage } from './static-files.ts';
import type { StaticFile } from './static-files.ts';

/** A page rendered for one request. */
export interface RenderedPage {
  body: Buffer;
  /** Its own content security policy. */
  policy: string;
}

/** Where pages come from: a build in production, Astro's development server in development. */
export interface PageSource {
  /** True if pages do not change while the process runs. */
  isStatic: boolean;
  /** Returns a built file by its name below `dist/client`, for example `app/form/{id}/closed.html`. */
  file(name: string): StaticFile | undefined | Promise<StaticFile | undefined>;
  /** Renders the page of `src/pages` for a path. Rejects if it cannot be rendered completely. */
  render(path: string, locals: App.Locals): Promise<RenderedPage>;
}

/** Sends pages; the routes of the features share one of these. */
export type Pages = ReturnType<typeof createPages>;

export interface PageOptions {
  status?: number;
  headers?: Record<string, string>;
}

/** The headers of a page whose address contains a token: links and pictures get no Referer with it, while its own form still sends its origin (Referrer Policy, 3.5). */
export const privatePage = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

export function createPages(source: PageSource, content: Content, common: Record<string, string>, now: () => Date) {
  const cached = new Map<string, StaticFile>();

  const render = (path: string, view: App.View) =>
    source.render(path, { content, view, now: now() }).catch((cause: unknown) => {
      throw new Error(`the page of ${path.replaceAll(/[\w-]{20,}/gu, '…')} could not be rendered`, { cause });
    });

  return {
    /** Sends a built file by its name. Throws HttpError 404 if there is none. */
    async sendBuilt(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
      const file = await source.file(name);
      if (!file) throw new HttpError(404);
      return sendFile(request, reply, file);
    },

    /** Renders a page for one request and sends it, unless the client has disconnected. */
    async sendRendered(
      reply: FastifyReply,
      path: string,
      view: App.View,
      { status = 200, headers = {} }: PageOptions = {},
    ): Promise<FastifyReply> {
      const { body, policy } = await render(path, view);
      return reply
        .code(status)
        .headers({ ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .send(body);
    },

    /** Sends a page that is the same for every visitor: renders it once, and then sends it like a built one. */
    async sendCached(request: FastifyRequest, reply: FastifyReply, path: string, view: App.View): Promise<FastifyReply> {
      let file = source.isStatic ? cached.get(path) : undefined;
      if (!file) {
        const { body, policy } = await render(path, view);
        file = cachedPage(body, { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
        cached.set(path, file);
      }
      return sendFile(request, reply, file);
    },
  };
}
