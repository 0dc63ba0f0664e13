import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contentFolder } from '../../src/content/load.ts';
import { content } from './forms.ts';

/** A content folder that a test can change. */
export class EditableContent {
  readonly contentFolder: string;

  constructor(folder: string) {
    this.contentFolder = folder;
  }

  /** Replaces text in a file, as an editor would. Throws if the file does not contain it. */
  edit(file: string, from: string | RegExp, to: string): this {
    const text = this.read(file);
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`content/${file} does not contain ${from}`);
    return this.write(file, edited);
  }

  read(file: string): string {
    return readFileSync(join(this.contentFolder, file), 'utf8');
  }

  write(file: string, bytes: string | Uint8Array): this {
    writeFileSync(join(this.contentFolder, file), bytes);
    return this;
  }

  /** Copies a file or a folder. */
  copy(from: string, to: string): this {
    cpSync(join(this.contentFolder, from), join(this.contentFolder, to), { recursive: true });
    return this;
  }

  delete(file: string): this {
    rmSync(join(this.contentFolder, file), { recursive: true });
    return this;
  }
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';

/** A copy of content/ without its pictures. */
export class ContentCopy extends EditableContent {
  readonly folder: string;

  constructor() {
    super(mkdtempSync(join(tmpdir(), 'founder-house-content-')));
    this.folder = this.contentFolder;
    cpSync(contentFolder(), this.folder, { recursive: true, filter: (path) => !path.endsWith('/uploads') });
  }

  /** Creates a small drawing for every picture that the copied content names. */
  withPictures(): this {
    const named = JSON.stringify(content).matchAll(/"src":"([^"]+)"/gu);
    for (const [, src] of named) {
      mkdirSync(join(this.folder, dirname(src!)), { recursive: true });
      this.write(src!, drawing);
    }
    return this;
  }

  [Symbol.dispose]() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
