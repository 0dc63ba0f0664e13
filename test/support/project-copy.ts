import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './environment.ts';

/**
 * Copies the product with its build, so that a test can change its files; node_modules is a link. The end of the block removes the copy.
 */
export function copyProject(...more: string[]): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-copy-'));
  for (const part of ['content', 'dist', 'src', 'package.json', ...more]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
