import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv, root } from './environment.ts';

const copied = ['src', 'content', 'public', 'scripts', 'package.json', 'package-lock.json', 'astro.config.ts', 'tsconfig.json'];

/** A copy of the product with changed content. It is built as `npm start` does, with the packages of the product itself. */
export class ContentVariant {
  readonly folder = mkdtempSync(join(tmpdir(), 'founder-house-variant-'));

  constructor() {
    for (const name of copied) cpSync(join(root, name), join(this.folder, name), { recursive: true, verbatimSymlinks: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Changes a file of the content as an editor would. Fails when the text to change is not there. */
  edit(file: string, from: string | RegExp, to: string): this {
    const text = this.read(file);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`content/${file} holds nothing like ${from}`);
    return this.write(file, edited);
  }

  /** Copies a file or a folder of the content. */
  copy(from: string, to: string): this {
    cpSync(join(this.folder, 'content', from), join(this.folder, 'content', to), { recursive: true });
    return this;
  }

  read(file: string): string {
    return readFileSync(join(this.folder, 'content', file), 'utf8');
  }

  write(file: string, bytes: string | Uint8Array): this {
    writeFileSync(join(this.folder, 'content', file), bytes);
    return this;
  }

  build(): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      cwd: this.folder,
      env: cleanEnv({ NODE_ENV: 'production' }),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the build failed:\n${stdout}\n${stderr}`);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
