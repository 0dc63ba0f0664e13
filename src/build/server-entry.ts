import { createApp } from 'astro/app/entrypoint';
import type { RenderRequest } from '../http/render-page.ts';

const app = createApp({ streaming: false });

/** Renders a page that is made at request time. The server calls this (src/app/open-site.ts). */
export const render: RenderRequest = (request, locals) => app.render(request, { locals });
