import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/environment.ts';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const source = tracked.filter((file) => /\.(?:ts|tsx|astro|css|mjs)$/u.test(file));

it('the list of source files is not empty', () => {
  expect(source.length).toBeGreaterThan(100);
});

it('no source file is longer than 250 lines', () => {
  const lengths = source.map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
});

it('no file or folder is called utils, helpers, misc or common', () => {
  expect(tracked.filter((file) => /(?:^|\/)(?:utils?|helpers?|misc|common)(?:\/|\.)/u.test(file))).toEqual([]);
});

it('src/env.d.ts imports only types that their modules export: the compiler checks no declaration file, and takes any other for `any`', () => {
  const imported = [...read('src/env.d.ts').matchAll(/import\('\.\/([^']+)'\)\.(\w+)/gu)];
  expect(imported.length).toBeGreaterThan(5);
  const missing = imported.filter(([, file, type]) => !new RegExp(`export (?:interface|type) ${type}\\b`, 'u').test(read(`src/${file}`)));
  expect(missing.map(([, file, type]) => `${type} of ${file}`)).toEqual([]);
});

it('the README lists every npm command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const readme = read('README.md');
  const commands = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
  expect(commands.filter((name) => !readme.includes(name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`))).toEqual([]);
});

it('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/u);
});

it('the repository holds no secret and no database', () => {
  expect(tracked.filter((file) => /(?:\.env|\.db|\.sqlite|\.pem|\.key)$/u.test(file))).toEqual([]);
});

/** Returns the anchors of the headings of a document, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gmu)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

const isMissing = (path: string, anchor: string | undefined) =>
  !existsSync(join(root, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor));

it('the documents link to existing files and headings only', () => {
  const documents = tracked.filter((file) => file.endsWith('.md'));
  const missing = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/gu)]
      .map(([, link, anchor]) => ({ path: link ? join(dirname(file), link) : file, anchor }))
      .filter(({ path, anchor }) => isMissing(path, anchor))
      .map(({ path, anchor }) => `${file}: ${path}${anchor === undefined ? '' : `#${anchor}`}`),
  );
  expect(documents.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

/** Returns every match of a pattern's first group in the documents, with its file. */
function findInDocuments(pattern: RegExp): { file: string; text: string }[] {
  const documents = tracked.filter((file) => file.endsWith('.md'));
  return documents.flatMap((file) => [...read(file).matchAll(pattern)].map(([, text]) => ({ file, text: text as string })));
}

it('the documents name existing files and folders only', () => {
  const cited = findInDocuments(/`((?:bench|bin|content|deploy|docs|public|scripts|src|test)\/[^\s`{}*]*)`/gu);
  // NAME and X stand for a name that the reader chooses; `content/retreat` is the folder of an older version.
  const real = cited.filter(({ text }) => !/\b(?:NAME|X)\./u.test(text) && text !== 'content/retreat');
  expect(real.length).toBeGreaterThan(50);
  expect(real.filter(({ text }) => !existsSync(join(root, text)))).toEqual([]);
});

it('the documents name existing source files only, if they leave out the folder', () => {
  const names = new Set(tracked.map((file) => basename(file)));
  const cited = findInDocuments(/`([\w.-]+\.(?:astro|css|mjs|sh|tsx?|yaml))`/gu).filter(({ text }) => !/^(?:NAME|X)\./u.test(text));
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ text }) => !names.has(text))).toEqual([]);
});

it('the documents name existing npm commands only', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const cited = findInDocuments(/npm run ([\w:]+)/gu);
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ text }) => !(text in scripts))).toEqual([]);
});

it('comments name existing documents only', () => {
  const cited = source.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/(?:decisions\/)?[\w-]+\.md\b/gu)].map(([text]) => ({ file, text })),
  );
  expect(cited.filter(({ text }) => !existsSync(join(root, text)))).toEqual([]);
});

it('the list of decisions names every decision', () => {
  const index = read('docs/decisions/README.md');
  const decisions = tracked.filter((file) => /^docs\/decisions\/\d/u.test(file)).map((file) => basename(file));
  expect(decisions.length).toBeGreaterThan(15);
  expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

describe('the built pages', () => {
  const pages = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

  it('exist', () => {
    expect(pages.length).toBeGreaterThan(10);
  });

  it('have no trace of the preview, which names the place of every text', () => {
    expect(pages.filter((page) => /data-at|[\u{E0001}\u{E0002}\u{E007F}]/u.test(read(join('dist/client', page))))).toEqual([]);
  });

  it.each(pages)('%s has nothing that the content security policy would block', (page) => {
    const html = read(join('dist/client', page));
    expect(html.match(/<[^>]+\sstyle="[^"]*"/gu) ?? []).toEqual([]);
    expect(html.match(/<[^>]+\son[a-z]+="[^"]*"/gu) ?? []).toEqual([]);
    expect(html.match(/<(?:script|link|img|iframe|source)[^>]+(?:src|href)="https?:\/\/(?!127\.0\.0\.1)[^"]*"/gu) ?? []).toEqual([]);
  });
});
