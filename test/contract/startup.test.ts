import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { postgresSettings } from '../support/deployment.ts';
import { copyProject } from '../support/project-copy.ts';
import { cleanEnv, root } from '../support/environment.ts';

/** A start that fails prints one line that says what to fix. */
let copy: ReturnType<typeof copyProject>;
/** Another program on a port that the site should listen on. */
const other = createServer();
let busyPort: string;
beforeAll(async () => {
  copy = copyProject();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  busyPort = String((other.address() as AddressInfo).port);
});
afterAll(() => {
  copy[Symbol.dispose]();
  other.close();
});

function startWithFailure(settings: Record<string, string>, cwd = root) {
  const data = mkdtempSync(join(tmpdir(), 'founder-house-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', './src/compile-cache.mjs', 'src/app/main.ts'], {
    cwd,
    env: cleanEnv({ PORT: '4999', DATA_DIR: data, ...settings }),
    encoding: 'utf8',
    timeout: 30_000,
  });
  rmSync(data, { recursive: true, force: true });
  return { status, lines: (stdout + stderr).trimEnd().split('\n') };
}

describe('a failed start', () => {
  it('names a wrong setting', () => {
    const { status, lines } = startWithFailure({ PORT: 'eighty' });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^PORT: .*"eighty"/u);
  });

  it('names a busy port, over PostgreSQL', async () => {
    const { status, lines } = startWithFailure({ ...(await postgresSettings()), PORT: busyPort });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/^PORT: \d+ is taken/u);
  });

  it.each(['METRICS_PORT', 'DESK_PORT'])('names a busy %s, over SQLite', async (name) => {
    const settings = { DESK_ORIGIN: 'http://localhost', PORT: String(await freePort()), DESK_PORT: String(await freePort()) };
    const { status, lines } = startWithFailure({ ...settings, [name]: busyPort });
    expect(status).toBe(1);
    // The desk begins to listen once the site does, which the log says.
    expect(lines.at(-1)).toMatch(new RegExp(`^${name}: \\d+ is taken .* set ${name} to`, 'u'));
  });

  it('names a data folder that cannot be created', () => {
    const { status, lines } = startWithFailure({ DATA_DIR: '/dev/null/data' });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('/dev/null/data');
  });

  it('names a database file that is not a database', () => {
    const file = join(copy.folder, 'not.db');
    writeFileSync(file, 'this is not a database, and long enough to be sure of it '.repeat(100));
    const { status, lines } = startWithFailure({ DATABASE_URL: `file:${file}` });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(/is not a database; .* move the file aside, .* restore the last copy with "organizer restore"$/u);
  });

  it('names the content file and the field that is wrong', () => {
    const letter = join(copy.folder, 'content/retreats/spring-2026/letter.yaml');
    cpSync(join(root, 'content/retreats/spring-2026/letter.yaml'), `${letter}.kept`);
    writeFileSync(letter, 'heading: ""\n');
    const { status, lines } = startWithFailure({}, copy.folder);
    cpSync(`${letter}.kept`, letter);
    rmSync(`${letter}.kept`);
    expect(status).toBe(1);
    expect(lines.every((line) => line.startsWith('content/retreats/spring-2026/letter.yaml'))).toBe(true);
    expect(lines.some((line) => line.includes('heading'))).toBe(true);
  });

  it('says that the build is missing', () => {
    const dist = join(copy.folder, 'dist');
    renameSync(dist, `${dist}.kept`);
    const { status, lines } = startWithFailure({}, copy.folder);
    renameSync(`${dist}.kept`, dist);
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain('no finished build');
  });
});
