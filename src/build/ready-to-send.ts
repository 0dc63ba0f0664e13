import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { listFiles } from '../content/list-folder.ts';
import { compressFiles } from './compress.ts';
import { foldStyles } from './critical-styles.ts';
import type { BuildManifest } from '../http/static-files.ts';
import { exactPolicy, cspHash } from '../http/exact-policy.ts';

const metaPolicy = /<meta http-equiv="content-security-policy" content="([^"]*)">/u;

/**
 * The last step of a build. Every file is compressed, a page with a fold asks there for the styles of what follows, and the content security
 * policy that Astro wrote into each page becomes a header (`build.json`): `frame-ancestors` counts only there (CSP 3, 6.4.2).
 */
export function readyToSend(siteUrl: string): AstroIntegration {
  let cacheDir: URL;
  return {
    name: 'ready-to-send',
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
          const page = await readFile(file, 'utf8');
          const [meta, policy] = metaPolicy.exec(page) ?? [];
          if (!meta || !policy) throw new Error(`${relative(root, file)}: Astro wrote no content security policy into this page`);
          const withoutPolicy = page.replace(meta, '');
          const folded = foldStyles(withoutPolicy);
          const finished = folded?.page ?? withoutPolicy;
          const allowed = folded ? policy.replace("style-src 'self'", `$& '${cspHash(folded.critical)}'`) : policy;
          policies[relative(root, file)] = exactPolicy(allowed, finished);
          await writeFile(file, finished);
          if (folded) sheets.set(join(root, folded.address), folded.later);
        }
        await Promise.all([...sheets].map(([file, sheet]) => writeFile(file, sheet)));
        files.push(...sheets.keys());
        await writeFile(join(root, '..', 'build.json'), JSON.stringify({ siteUrl, policies } satisfies BuildManifest, null, 2));
        await compressFiles(files, cacheDir);
        logger.info(`${files.length} files ready to send`);
      },
    },
  };
}
