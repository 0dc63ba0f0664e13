/**
 * The process of a preview: Astro's development server on loopback, over the content folder in CONTENT_FOLDER, with marks
 * (src/content/marks.ts). It sends its port to the process that started it (preview.ts in this folder), and ends with it.
 */
import { join } from 'node:path';
import { dev } from 'astro';
import { contentFolder } from '../../content/load.ts';

const root = join(import.meta.dirname, '../../..');
const workFolder = process.argv[2] as string;

const { address, stop } = await dev({
  root,
  logLevel: 'error',
  cacheDir: join(workFolder, 'astro'),
  server: { host: '127.0.0.1', port: 0 },
  vite: {
    cacheDir: join(workFolder, 'vite'),
    // Otherwise only a build rewrites `light-dark()` for browsers without it.
    css: { transformer: 'lightningcss' },
    // The browser gets no script of a preview, so no package is bundled for it.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: {
      // By default Vite lets a page on any port of this machine read drafts. The desk's server asks, and needs no permission.
      cors: false,
      // The code does not change while a preview runs; watching it too makes the start a fifth longer.
      watch: { ignored: (path: string) => !path.startsWith(contentFolder()) },
      // Only the folders that pages are built from: the project folder can also hold the database.
      fs: { strict: true, allow: [...['src', 'public', 'node_modules'].map((name) => join(root, name)), contentFolder()] },
    },
  },
});
const end = () => void stop().finally(() => process.exit());
process.on('disconnect', end);
// The desk can end while this process starts.
if (process.connected) process.send?.({ port: address.port });
else end();
