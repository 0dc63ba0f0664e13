import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { listFiles } from '../content/list-folder.ts';
import { compressFiles } from './compress.ts';
import { foldStyles } from './critical-styles.ts';
import type { BuildManifest } from '../http/static-files.ts';
import { exactPolicy, cspHash } from '../http/exact-policy.ts';

/**
 * The last step of a build: finishes each page, writes the policies of all pages into `build.json`, from which the server sends them, and
 * compresses every file.
 */
export function postProcess(siteUrl: string): AstroIntegration {
  let cacheDir: URL;
  return {
    name: 'post-process',
    hooks: {
      'astro:config:done': ({ config }) => {
        cacheDir = config.cacheDir;
      },
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const files = listFiles(root).map((name) => join(root, name));
        const policies: Record<string, string> = {};
        const sheets = new Map<string, string>();
        for (const file of files.filter((name) => name.endsWith('.html'))) {
          const name = relative(root, file);
          const { page, policy, sheet } = finishPage(name, await readFile(file, 'utf8'));
          policies[name] = policy;
          await writeFile(file, page);
          if (sheet) sheets.set(join(root, sheet.address), sheet.styles);
        }
        await Promise.all([...sheets].map(([file, styles]) => writeFile(file, styles)));
        files.push(...sheets.keys());
        await writeFile(join(root, '..', 'build.json'), JSON.stringify({ siteUrl, policies } satisfies BuildManifest, null, 2));
        await compressFiles(files, cacheDir);
        logger.info(`${files.length} files ready to send`);
      },
    },
  };
}

interface FinishedPage {
  page: string;
  policy: string;
  /** The styles that a page with a fold loads there. */
  sheet?: { address: string; styles: string };
}

const metaPolicy = /<meta http-equiv="content-security-policy" content="([^"]*)">/u;

/**
 * Takes the content security policy that Astro wrote into a page out of it, since `frame-ancestors` counts only in a header (CSP 3, 6.4.2),
 * and moves the styles of what follows the fold into a sheet.
 */
function finishPage(name: string, built: string): FinishedPage {
  const [meta, policy] = metaPolicy.exec(built) ?? [];
  if (!meta || !policy) throw new Error(`${name}: Astro wrote no content security policy into this page`);
  const page = built.replace(meta, '');
  const folded = foldStyles(page);
  if (!folded) return { page, policy: exactPolicy(policy, page) };
  const allowed = policy.replace("style-src 'self'", `$& '${cspHash(folded.critical)}'`);
  return { page: folded.page, policy: exactPolicy(allowed, folded.page), sheet: { address: folded.address, styles: folded.later } };
}
