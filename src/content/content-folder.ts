import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The content folder as a path. Without one, it is the folder content/ beside the nearest package.json above this
 * module: the build moves this module, but not out of the repository.
 */
export function contentFolder(root?: URL | string): string {
  if (root instanceof URL) return fileURLToPath(root);
  if (root !== undefined) return resolve(root);
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'content'))) return join(folder, 'content');
  }
  return resolve('content');
}
