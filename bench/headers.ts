/**
 * `npm run score:headers`: scores the headers of the pages as Mozilla's HTTP Observatory does, over the built site as it is behind TLS.
 * `-- https://…` scores a running site. Exits with 1 if a page has fewer points than its site can reach.
 *
 * The points are those of its published table (mdn/mdn-http-observatory 1.4.8, src/grader/charts.js). Its own analyzer needs lists from the
 * network even to score a site on loopback; `npx @mdn/mdn-http-observatory HOST` scores a public one.
 */
import { parseArgs } from 'node:util';
import { formsOf } from '../src/forms/catalog.ts';
import { loadContent } from '../src/content/load.ts';
import { paths } from '../src/paths.ts';
import { project, startSite } from './site.ts';
import { table } from './table.ts';

interface Page {
  headers: Headers;
  html: string;
  /** The directives of its content security policy with their sources. */
  policy: Map<string, string[]>;
}

interface Rule {
  name: string;
  points: (page: Page) => number;
  /** The points that this site can reach. */
  reachable: number;
  /** What more points would need. */
  more?: string;
}

/** The origin of a request of another site. */
const foreignOrigin = 'https://http-observatory.security.mozilla.org';
const sixMonthsSeconds = 15_552_000;

const rules: Rule[] = [
  { name: 'Content-Security-Policy', points: policyPoints, reachable: 10 },
  {
    name: 'cookies',
    points: ({ headers }) => (headers.has('set-cookie') ? -40 : 0),
    reachable: 0,
    more: '+5 for cookies that are Secure, HttpOnly and SameSite: the pages set none',
  },
  {
    name: 'cross-origin resource sharing',
    points: ({ headers }) => (headers.get('access-control-allow-origin') === foreignOrigin ? -50 : 0),
    reachable: 0,
  },
  {
    name: 'Referrer-Policy',
    points: ({ headers }) => {
      const policy = headers.get('referrer-policy') ?? '';
      if (/^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/u.test(policy)) return 5;
      return /^(?:unsafe-url|origin|origin-when-cross-origin|no-referrer-when-downgrade)$/u.test(policy) ? -5 : 0;
    },
    reachable: 5,
  },
  {
    name: 'Strict-Transport-Security',
    points: ({ headers }) => {
      const seconds = Number(/max-age=(\d+)/u.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0);
      if (seconds >= sixMonthsSeconds) return 0;
      return seconds > 0 ? -10 : -20;
    },
    reachable: 0,
    more: '+5 for a domain on the browsers’ preload list, which its owner enters there',
  },
  {
    name: 'subresource integrity',
    points: ({ html }) => (/<script[^>]+src="(?:https?:)?\/\//u.test(html) ? -50 : 0),
    reachable: 0,
    // The modules of a form are imported by an inline script: no element is there that could carry `integrity`.
    more: '+5 for `<script src>` with `integrity`: the pages have none, their scripts are inline, and the policy names the hash of each',
  },
  { name: 'X-Content-Type-Options', points: ({ headers }) => (headers.get('x-content-type-options') === 'nosniff' ? 0 : -5), reachable: 0 },
  {
    name: 'X-Frame-Options',
    points: ({ headers, policy }) => {
      if (policy.has('frame-ancestors')) return 5;
      return /^(?:deny|sameorigin)$/iu.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
    },
    reachable: 5,
  },
  {
    name: 'Cross-Origin-Resource-Policy',
    points: ({ headers }) => {
      const policy = headers.get('cross-origin-resource-policy');
      if (policy === 'same-origin' || policy === 'same-site') return 10;
      return policy === 'cross-origin' ? -5 : 0;
    },
    reachable: 10,
  },
];

function policyPoints({ policy }: Page): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (directive: string) => policy.get(directive) ?? policy.get('default-src') ?? ['*'];
  const active = [...sourcesOf('script-src'), ...sourcesOf('object-src')];
  if (active.some((source) => /^(?:'unsafe-inline'|data:|blob:|https?:|\*)$/u.test(source))) return -20;
  if (active.includes("'unsafe-eval'")) return -10;
  if (sourcesOf('style-src').includes("'unsafe-inline'")) return 0;
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5;
}

async function open(address: string): Promise<Page> {
  const response = await fetch(address, { headers: { origin: foreignOrigin, accept: 'text/html' } });
  const directives = (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim().split(/\s+/u));
  const policy = new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources] as const] : [])));
  return { headers: response.headers, html: await response.text(), policy };
}

const { positionals } = parseArgs({ allowPositionals: true });
// The site sends Strict-Transport-Security when its public address is https, whatever brings the request to it.
await using site = positionals[0] ? undefined : await startSite(project, { SITE_URL: 'https://founderhouse.example', WORKER: 'off' });
const origin = positionals[0] ?? (site?.origin as string);
const form = formsOf(loadContent())[0]!;
const addresses = [paths.home, paths.speakerSeries, paths.privacy, paths.form(form.id), paths.lostLink, '/no-such-page'];
const reachable = 100 + rules.reduce((sum, rule) => sum + rule.reachable, 0);

const columns: { points: number[]; total: number }[] = [];
for (const address of addresses) {
  const page = await open(new URL(address, origin).href);
  const points = rules.map((rule) => rule.points(page));
  columns.push({ points, total: 100 + points.reduce((sum, each) => sum + each, 0) });
}
const signed = (points: number) => (points > 0 ? `+${points}` : String(points));
const rows = rules.map((rule, row) => [rule.name, ...columns.map(({ points }) => signed(points[row] as number)), signed(rule.reachable)]);
rows.push(['total, from 100', ...columns.map(({ total }) => String(total)), String(reachable)]);
console.log(table(['', ...addresses.map((address) => address.replace(/[\da-f]{20,}/u, '…')), 'reachable'], rows));
console.log(
  `\n${Math.min(...columns.map(({ total }) => total))} of the ${reachable} that a site without cookies and script files can reach. More would need:`,
);
for (const { name, more } of rules) if (more) console.log(`  ${name}: ${more}`);
if (columns.some(({ total }) => total < reachable)) process.exitCode = 1;
