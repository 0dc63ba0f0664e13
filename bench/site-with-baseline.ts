import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readBuildManifest } from '../src/http/static-files.ts';
import { baselineOf } from './baseline.ts';
import { builtFor, project, startSite, type Site } from './site.ts';
import { frontPageFile } from './addresses.ts';

/** Serves a copy of the built site that has an additional page, `/baseline`: the minimal version of the retreat page. */
export async function startSiteWithBaseline(settings: Record<string, string>): Promise<Site> {
  const root = mkdtempSync(join(tmpdir(), 'founder-house-copy-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    for (const name of ['src', 'content', 'dist', 'package.json']) cpSync(join(project, name), join(root, name), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    await addBaseline(join(root, 'dist'));
    const site = await startSite(root, { SITE_URL: builtFor(root), ...settings });
    const stop = async () => {
      await site[Symbol.asyncDispose]();
      remove();
    };
    return { ...site, [Symbol.asyncDispose]: stop };
  } catch (error) {
    remove();
    throw error;
  }
}

async function addBaseline(dist: string): Promise<void> {
  const page = Buffer.from(await baselineOf(readFileSync(join(dist, 'client', frontPageFile), 'utf8')));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: page.length };
  writeFileSync(join(dist, 'client/baseline.html'), page);
  writeFileSync(join(dist, 'client/baseline.html.br'), brotliCompressSync(page, { params }));
  const build = readBuildManifest(dist);
  build.policies['baseline.html'] = "default-src 'none'; img-src 'self'; frame-src 'self'; style-src 'unsafe-inline'";
  writeFileSync(join(dist, 'build.json'), JSON.stringify(build));
}
