import { loadContent } from '../../src/content/load.ts';
import { formsOf } from '../../src/forms/catalog.ts';
import { paths } from '../../src/paths.ts';
import type { Site } from './site.ts';

export const content = loadContent();
const [waitlist, workshop] = formsOf(content) as [ReturnType<typeof formsOf>[0], ReturnType<typeof formsOf>[0]];
export { waitlist, workshop };

/** Returns valid form values with a new email address. */
export function answers(more: Record<string, string> = {}): Record<string, string> {
  return {
    inf_field_FirstName: 'Ottoline',
    inf_field_LastName: 'Vane',
    inf_field_Email: `ottoline.${crypto.randomUUID()}@example.com`,
    inf_field_Company: 'Vane & Daughters',
    inf_field_Phone1: '(512) 555-0134',
    inf_custom_SystemSize: '11-25 Units',
    ...more,
  };
}

/** Posts a form as a browser without script does, and does not follow the redirect. */
export function post(
  site: Pick<Site, 'url'>,
  formId: string,
  body: BodyInit | Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const plain = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
  return fetch(site.url + paths.process(formId), {
    method: 'POST',
    redirect: 'manual',
    body: plain ? new URLSearchParams(body as Record<string, string>) : (body as BodyInit),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);
}

/** A submission as `organizer submissions list --json` prints it. */
export interface ListedSubmission {
  id: string;
  formId: string;
  state: string;
  receivedAt: string;
  fields: Record<string, string>;
  utm: Record<string, string>;
}

export async function listSubmissions(site: Pick<Site, 'organizer'>, ...filters: string[]): Promise<ListedSubmission[]> {
  const { status, stdout, stderr } = await site.organizer('submissions', 'list', '--json', ...filters);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ListedSubmission[];
}

/** Returns the value of a field in a page, with character references decoded. */
export function shownIn(page: string, wire: string): string | undefined {
  const [, box] = new RegExp(`<input(?=[^>]*\\sname="${wire}")[^>]*\\svalue="([^"]*)"`, 'u').exec(page) ?? [];
  const [, area] = new RegExp(`<textarea[^>]*\\sname="${wire}"[^>]*>\\n?([^<]*)</textarea>`, 'u').exec(page) ?? [];
  const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return (box ?? area)?.replaceAll(/&(lt|gt|quot|#x27|amp);/gu, (_, name: string) => letters[name] as string);
}

/** Returns whether the box of a field is checked in a page. */
export const isChecked = (page: string, wire: string): boolean =>
  [...page.matchAll(/<input[^>]*>/gu)].some(([box]) => box.includes(`name="${wire}"`) && /\schecked\b/u.test(box));
