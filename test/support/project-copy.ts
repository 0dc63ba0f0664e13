import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './environment.ts';

/** A copy of the product, built, whose files a test may change; its packages are the ones here. It goes when the block ends. */
export function copyProject(): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-copy-'));
  for (const part of ['content', 'dist', 'src', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
