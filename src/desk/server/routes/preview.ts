import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { ContentError } from '../../../content/content-error.ts';
import { loadContent } from '../../../content/load.ts';
import { featuredRetreat } from '../../../content/retreat-schedule.ts';
import { readThumbnail } from '../../../editing/pictures.ts';
import { fieldsIn, type PageField } from '../../../editing/preview/fields-in.ts';
import { retreatPageId } from '../../../editing/preview/page-ids.ts';
import { previewPages, type PreviewPage } from '../../../editing/preview/pages.ts';
import type { Preview, PreviewFile } from '../../../editing/preview/preview.ts';
import { countAccepted } from '../../../retreats/page-routes.ts';
import { frontPagePhase } from '../../../retreats/phases.ts';
import type { ById, DeskContext } from '../context.ts';
import { editorOf } from './pages.ts';

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

/**
 * Returns a path as it is requested from Astro's server: without a fragment and without `..`. Browsers send neither, but another client
 * could hide behind them what it asks for.
 */
function requestedPath(path: string): string {
  const { pathname, search } = new URL(`http://localhost${path}`);
  return pathname + search;
}

const send = (reply: FastifyReply, { status, type, body }: PreviewFile) => reply.code(status).type(type).send(body);

/** An error has these headers too: the desk reads its message in the frame. */
const framed = {
  config: { isSecretAddress: true },
  onRequest: (_request, reply, next) => {
    void reply.headers(headers);
    next();
  },
} satisfies RouteShorthandOptions;

export interface PageList {
  /** The address below which the pages are served. */
  base: string;
  /** The id of the page that the site shows at its first address. */
  frontPage: string;
  pages: Pick<PreviewPage, 'id' | 'title' | 'about' | 'group' | 'shows'>[];
}

export interface PageFields {
  /** Every value of the files that the page shows. */
  fields: PageField[];
}

interface Parts {
  /** The address below which the pages of a draft are served. */
  base: string;
  preview: Preview;
  context: Pick<DeskContext, 'content' | 'editing' | 'waitlist' | 'now'>;
}

/** The pages of a draft as they will look, with the place of every text. */
export function previewRoutes(app: FastifyInstance, { base, preview, context }: Parts): void {
  const { drafts } = context.editing;
  const folderOf = (request: FastifyRequest) => drafts.folder(editorOf(request).id);
  const pagesOf = (request: FastifyRequest) => previewPages(drafts.refresh(editorOf(request).id).content(), context.now());
  /**
   * Returns the pages to select from: those of the published content if the draft has a problem that prevents loading it, which its editor
   * could not correct without them. Throws ContentError if the published content cannot be loaded either.
   */
  function pagesToSelectFrom(request: FastifyRequest): PreviewPage[] {
    try {
      return pagesOf(request);
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return previewPages(loadContent(), context.now());
    }
  }
  app.get('/api/pages/list', async (request): Promise<PageList> => {
    const pages = pagesToSelectFrom(request);
    return {
      base,
      frontPage: await findFrontPageId(context),
      pages: pages.map(({ id, title, about, group, shows }) => ({ id, title, about, group, shows })),
    };
  });
  app.get<ById>('/api/pages/list/:id/fields', (request, reply) => {
    const page = pagesToSelectFrom(request).find(({ id }) => id === request.params.id);
    return page ? { fields: page.shows.flatMap((name) => fieldsIn(folderOf(request), name)) } : reply.callNotFound();
  });
  app.get<ById>(`${base}/page/:id`, framed, async (request, reply) => {
    const page = pagesOf(request).find(({ id }) => id === request.params.id);
    return page ? send(reply, await preview.renderPage(folderOf(request), page)) : reply.callNotFound();
  });
  app.get<{ Params: { '*': string } }>(`${base}/uploads/*`, framed, async (request, reply) => {
    const small = await readThumbnail(folderOf(request), request.params['*']);
    return small ? reply.type('image/webp').send(small) : reply.callNotFound();
  });
  app.get(`${base}/*`, framed, async (request, reply) => {
    const path = requestedPath(request.url.slice(base.length));
    // A file does not ask what the draft says: its page has done so.
    if (file.test(path)) return send(reply, await preview.readFile(folderOf(request), path));
    // The form in the frame of a page.
    const page = pagesOf(request).find((each) => each.path === path && !each.view);
    return page ? send(reply, await preview.renderPage(folderOf(request), page)) : reply.callNotFound();
  });
  app.addHook('onClose', () => preview.stop());
}

/** Returns the id of the page that the site shows at its first address. A store that cannot be read prevents no correction of a text. */
async function findFrontPageId({ content, waitlist, now }: Parts['context']): Promise<string> {
  const at = now();
  const retreat = featuredRetreat(content().retreats, at);
  return retreatPageId(retreat.slug, frontPagePhase(retreat, await countAccepted(waitlist, retreat.slug), at));
}
