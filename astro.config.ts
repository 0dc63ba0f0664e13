import { defineConfig, sharpImageService } from 'astro/config';
import react from '@astrojs/react';
import { adapter } from './src/build/adapter.ts';
import { desk } from './src/build/desk.ts';
import { emails } from './src/build/emails.ts';
import { sharedDirectives } from './src/build/policy.ts';
import { skipUnusablePictures } from './src/build/unusable-pictures.ts';
import { uploads } from './src/build/uploads.ts';
import { postProcess } from './src/build/post-process.ts';
import { watchContent } from './src/build/watch-content.ts';
import { contentFolder, loadContent } from './src/content/load.ts';
import { islands, islandRuntimeHash } from './src/build/islands.ts';
import { readSettings } from './src/app/settings.ts';

const { siteUrl } = readSettings(process.env);
const { site } = loadContent();
// A release of the desk is built beside the one that is served, and shares what no content changes (src/editing/build-release.ts).
const releaseFolder = process.env['BUILD_FOLDER'];

export default defineConfig({
  site: siteUrl,
  trailingSlash: 'never',
  ...(releaseFolder && { outDir: releaseFolder }),
  adapter: adapter(),
  integrations: [
    react(),
    islands(),
    watchContent(),
    uploads(contentFolder()),
    ...(releaseFolder ? [] : [emails(), desk()]),
    postProcess(siteUrl),
  ],
  security: {
    // src/http/origin.ts does that: it knows SITE_URL, and accepts a post without Origin, as curl sends it.
    checkOrigin: false,
    csp: { scriptDirective: { hashes: [islandRuntimeHash] }, directives: [...sharedDirectives(siteUrl, site.forms.host)] },
  },
  build: { format: 'file', inlineStylesheets: 'always' },
  image: {
    // The pictures are our own files, rasterized at build; no visitor can bring one.
    dangerouslyProcessSVG: true,
    // sharp's default effort of 4 takes nearly three times the processor time, for 7 % fewer bytes.
    service: sharpImageService({ avif: { effort: 3 } }),
  },
  compressHTML: true,
  session: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [skipUnusablePictures(contentFolder())],
    resolve: { alias: { '#content': contentFolder() } },
    // The packages of tests are only installed by "npm test".
    optimizeDeps: { entries: ['!src/**/*.test.tsx'] },
  },
});
