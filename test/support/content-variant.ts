import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EditableContent } from './content-copy.ts';
import { cleanEnv, root } from './environment.ts';
import { base } from './worker-fixtures.ts';

const copied = ['src', 'content', 'public', 'scripts', 'package.json', 'package-lock.json', 'astro.config.ts', 'tsconfig.json'];

/**
 * A copy of the product with changed content. It is built as a publish builds it (src/editing/build-release.ts), with the packages of the
 * product itself: without the desk and the email templates, which do not depend on the content and would take a quarter of the time.
 */
export class ContentVariant extends EditableContent {
  readonly folder: string;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'founder-house-variant-'));
    super(join(folder, 'content'));
    this.folder = folder;
    for (const name of copied) cpSync(join(root, name), join(this.folder, name), { recursive: true, verbatimSymlinks: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  build(): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      cwd: this.folder,
      env: cleanEnv({ NODE_ENV: 'production', BUILD_FOLDER: join(this.folder, 'dist') }),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the build failed:\n${stdout}\n${stderr}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * The base of a file whose tests use one variant and run in one worker: it is built before the first of them, and removed after the last. A
 * worker fixture would give the file a worker of its own, with another browser.
 */
export function testWithVariant(build: (variant: ContentVariant) => Promise<void> | void) {
  let variant: ContentVariant;
  base.beforeAll(async () => {
    base.setTimeout(240_000);
    variant = new ContentVariant();
    await build(variant);
  });
  base.afterAll(() => variant[Symbol.dispose]());
  return base.extend<{ variant: ContentVariant }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
    variant: ({}, provide) => provide(variant),
  });
}
