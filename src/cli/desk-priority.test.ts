import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/databases.ts';
import { openStoreOf, startDesk } from '../../test/support/desk.ts';
import { cleanEnv, root } from '../../test/support/environment.ts';

const lowered = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);

/** Starts a command, and returns its priority once it has connected to a database that does not answer. */
async function priorityWhileConnecting(command: string[], folder: string): Promise<number> {
  const database = createServer().listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as AddressInfo;
  const env = cleanEnv({ DATA_DIR: folder, DATABASE_URL: `postgres://house@127.0.0.1:${port}/house`, SECRET: 'x'.repeat(32) });
  const child = spawn(join(root, 'bin/organizer'), command, { env, stdio: 'ignore' });
  await once(database, 'connection');
  const priority = getPriority(child.pid!);
  child.kill('SIGKILL');
  await once(child, 'exit');
  database.close();
  return priority;
}

it('the desk starts at the usual priority, and an export yields to the site from its start', async () => {
  using temporary = temporaryFolder();
  expect(await priorityWhileConnecting(['desk', '--no-open'], temporary.folder)).toBe(getPriority());
  expect(await priorityWhileConnecting(['submissions', 'list'], temporary.folder)).toBe(lowered);
});

it('an open desk yields to the site with every thread', async () => {
  using temporary = temporaryFolder();
  await (await openStoreOf(temporary.folder)).close();
  await using desk = await startDesk(temporary.folder);
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${desk.pid}/task`).map(Number) : [desk.pid];
  expect(new Set(threads.map((id) => getPriority(id)))).toEqual(new Set([lowered]));
});
