import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { loadContent } from '../../../content/load.ts';
import { fieldsIn } from '../../../editing/preview/fields-in.ts';
import type { PageField } from '../../../editing/preview/fields-in.ts';
import { previewPages } from '../../../editing/preview/pages.ts';
import type { PreviewPage } from '../../../editing/preview/pages.ts';
import type { Preview, PreviewFile } from '../../../editing/preview/preview.ts';

/** A page of a draft runs no script and sends no form; only the desk may frame it. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
};

/** What a page may load: made pictures, fonts and drawings. Astro's development server would serve its own code as well. */
const file = /^\/(?:_image\?|(?:src|@fs)\/[^?]*\.(?:woff2|svg|png|jpe?g|webp|avif)(?:\?|$)|favicon\.svg$)/u;

const send = (reply: FastifyReply, { status, type, body }: PreviewFile) => reply.code(status).headers(headers).type(type).send(body);

export interface PageList {
  /** The address below which the pages are served. */
  base: string;
  pages: Pick<PreviewPage, 'id' | 'title' | 'group'>[];
}

export interface PageFields {
  /** Every value of the files that the page shows. */
  fields: PageField[];
}

interface Parts {
  /** The address below which the pages of a draft are served. */
  base: string;
  preview: Preview;
  /** Returns the content folder of the draft of who makes the request. */
  folderOf: (request: FastifyRequest) => string | Promise<string>;
}

/** The pages of a draft as they will look, with the place of every text. */
export const previewRoutes =
  ({ base, preview, folderOf }: Parts): FastifyPluginCallback =>
  (app, _options, done) => {
    const config = { isSecretAddress: true };
    app.get('/api/pages/list', async (request): Promise<PageList> => {
      const pages = previewPages(loadContent(await folderOf(request)));
      return { base, pages: pages.map(({ id, title, group }) => ({ id, title, group })) };
    });
    app.get<{ Params: { id: string } }>('/api/pages/list/:id/fields', async (request, reply) => {
      const folder = await folderOf(request);
      const page = previewPages(loadContent(folder)).find(({ id }) => id === request.params.id);
      return page ? { fields: page.shows.flatMap((name) => fieldsIn(folder, name)) } : reply.callNotFound();
    });
    app.get<{ Params: { id: string } }>(`${base}/page/:id`, { config }, async (request, reply) => {
      const folder = await folderOf(request);
      const page = previewPages(loadContent(folder)).find(({ id }) => id === request.params.id);
      return page ? send(reply, await preview.page(folder, page.path, page.view)) : reply.callNotFound();
    });
    app.get(`${base}/*`, { config }, async (request, reply) => {
      const folder = await folderOf(request);
      const path = request.url.slice(base.length);
      if (file.test(path)) return send(reply, await preview.file(folder, path));
      // The form in the frame of a page.
      const page = previewPages(loadContent(folder)).find((each) => each.path === path && !each.view);
      return page ? send(reply, await preview.page(folder, page.path)) : reply.callNotFound();
    });
    app.addHook('onClose', () => preview.stop());
    done();
  };
