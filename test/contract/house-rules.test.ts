import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/environment.ts';

/** House rules that a reader would stumble over first. */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const source = tracked.filter((file) => /\.(?:ts|tsx|astro|css|mjs)$/u.test(file));

it('sees the files it judges', () => {
  expect(source.length).toBeGreaterThan(100);
});

it('keeps every file readable in a sitting', () => {
  const lengths = source.map((file) => ({ file, lines: read(file).split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  const median = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)];
  expect(median).toBeLessThan(60);
});

it('has no grab-bag', () => {
  expect(tracked.filter((file) => /(?:^|\/)(?:utils?|helpers?|misc|common)(?:\/|\.)/u.test(file))).toEqual([]);
});

it('names every npm command in the README', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const readme = read('README.md');
  const commands = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
  expect(commands.filter((name) => !readme.includes(name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`))).toEqual([]);
});

it('installs from whichever registry a machine has', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/u);
});

it('holds no secret or data', () => {
  expect(tracked.filter((file) => /(?:\.env|\.db|\.sqlite|\.pem|\.key)$/u.test(file))).toEqual([]);
});

describe('the built pages', () => {
  const pages = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

  it('are there', () => {
    expect(pages.length).toBeGreaterThan(10);
  });

  it.each(pages)('%s holds nothing that the content security policy would block', (page) => {
    const html = read(join('dist/client', page));
    expect(html.match(/<[^>]+\sstyle="[^"]*"/gu) ?? []).toEqual([]);
    expect(html.match(/<[^>]+\son[a-z]+="[^"]*"/gu) ?? []).toEqual([]);
    expect(html.match(/<(?:script|link|img|iframe|source)[^>]+(?:src|href)="https?:\/\/(?!127\.0\.0\.1)[^"]*"/gu) ?? []).toEqual([]);
  });
});
