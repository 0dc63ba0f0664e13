import { exactPolicy } from './exact-policy.ts';
import type { RenderedPage } from './pages.ts';
import type { OriginChange } from './change-origin.ts';

/** The function that the server build exports (src/build/server-entry.ts). */
export type RenderRequest = (request: Request, locals: App.Locals) => Promise<Response>;

/**
 * Renders a page of `src/pages` into memory. Astro reports a fault with its own page, or truncates the page. An incomplete page rejects,
 * so that the visitor gets an error page that says what to do.
 */
export async function renderPage(render: RenderRequest, url: URL, locals: App.Locals, origin: OriginChange): Promise<RenderedPage> {
  const response = await render(new Request(url), locals);
  if (response.status !== 200) throw new Error(`Astro rendered it with status ${response.status}; its own message above says why`);
  const page = origin.text(await response.text());
  return { body: Buffer.from(page), policy: origin.policy(exactPolicy(response.headers.get('content-security-policy') ?? '', page)) };
}
