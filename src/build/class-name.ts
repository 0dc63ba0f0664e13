import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const root = process.cwd();

/**
 * The name that a class of a CSS module gets in the page: five letters from a digest of file and name, the same for every part of a build. Vite's own
 * names are three times as long, and the retreat page, whose styles stand in it, has hundreds of them.
 */
export function className(name: string, file: string): string {
  const digest = createHash('sha256')
    .update(`${relative(root, file.split('?', 1)[0] as string)} ${name}`)
    .digest('base64url');
  return `c${digest.replaceAll(/[^a-z0-9]/gu, '').slice(0, 4)}`;
}
