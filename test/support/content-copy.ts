import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contentFolder, loadContent } from '../../src/content/load.ts';

/** A copy of content/ without its pictures that a test can change. */
export class ContentCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'founder-house-content-'));

  constructor() {
    cpSync(contentFolder(), this.folder, { recursive: true, filter: (path) => !path.endsWith('/uploads') });
  }

  /** Replaces text in a file, as an editor would. Throws if the file does not contain it. */
  edit(file: string, from: string | RegExp, to: string): this {
    const text = this.read(file);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`${file} does not contain ${from}`);
    return this.write(file, edited);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): this {
    writeFileSync(join(this.folder, file), text);
    return this;
  }

  /** Creates an empty file for every picture that the content names. */
  withPictures(): this {
    const named = JSON.stringify(loadContent(this.folder)).matchAll(/"src":"([^"]+)"/gu);
    for (const [, src] of named) {
      mkdirSync(join(this.folder, dirname(src!)), { recursive: true });
      this.write(src!, '');
    }
    return this;
  }

  delete(file: string): this {
    rmSync(join(this.folder, file), { recursive: true });
    return this;
  }

  [Symbol.dispose]() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
