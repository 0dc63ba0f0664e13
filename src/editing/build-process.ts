/**
 * The process of a build (build-release.ts). It ends with the process that started it, because only one process may write into the folder
 * of the next build.
 */
import { join } from 'node:path';
import { build } from 'astro';

process.on('disconnect', () => process.exit(1));
try {
  await build({ root: join(import.meta.dirname, '../..'), logLevel: 'error' });
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
