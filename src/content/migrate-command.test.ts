import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { loadContent } from './load.ts';

const script = join(import.meta.dirname, '../../scripts/migrate-content.ts');
const facts = 'retreats/spring-2026/facts.yaml';
const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';

/** Returns a copy of content/ in the layout of earlier versions, which had one retreat. */
function earlierContent(): ContentCopy {
  const copy = new ContentCopy();
  copy.edit(facts, /^afterwards: keep\n/mu, '').edit(workshop, /^afterwards: keep\n/mu, '');
  const inside = (name: string) => join(copy.folder, name);
  renameSync(inside('retreats/spring-2026'), inside('retreat'));
  for (const name of ['invitation.yaml', 'status.yaml']) renameSync(inside(name), inside(`retreat/${name}`));
  copy.delete('retreats');
  return copy;
}

test('content:migrate moves the retreat into its own folder, and does not change the content', () => {
  using copy = earlierContent();
  expect(() => loadContent(copy.folder)).toThrow('content/retreats: this folder is missing');
  execFileSync(process.execPath, [script, copy.folder]);
  expect(loadContent(copy.folder)).toEqual(loadContent());
  expect(execFileSync(process.execPath, [script, copy.folder], { encoding: 'utf8' })).toBe('content: nothing to migrate\n');
});

test('content:migrate does the rest after it was killed', async () => {
  using copy = earlierContent();
  const child = spawn(process.execPath, [script, copy.folder], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && existsSync(join(copy.folder, 'retreat/invitation.yaml'))) await nextTurn();
  child.kill('SIGKILL');
  await ended;
  execFileSync(process.execPath, [script, copy.folder]);
  expect(loadContent(copy.folder)).toEqual(loadContent());
});

test('content:migrate changes nothing if both layouts exist', () => {
  using copy = earlierContent();
  mkdirSync(join(copy.folder, 'retreats/spring-2026'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [script, copy.folder], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('content/retreats/spring-2026 exists as well');
  expect(copy.read('retreat/status.yaml')).toContain('standing:');
});
