import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cleanEnv, root } from './site.ts';
import { dataWith } from './cli-data.ts';

/** A line of the doctor's. */
export interface Found {
  name: string;
  state: string;
  message: string;
}

/** Runs while the test's own server goes on answering. */
export async function doctor(settings: Record<string, string>) {
  const child = spawn(join(root, 'bin/organizer'), ['doctor', '--json'], { env: cleanEnv(settings), stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  const found = JSON.parse(printed) as Found[];
  return { status, found, states: Object.fromEntries(found.map(({ name, state }) => [name, state])) };
}

/** A port where nobody answers: 1 is tcpmux, which nothing serves. */
export const closedPort = 'http://127.0.0.1:1';

/** What the doctor says of one of its parts: state and words. */
export async function doctorLines(name: string, settings: Record<string, string>) {
  using data = await dataWith([]);
  const { status, found } = await doctor({ DATA_DIR: data.folder, SITE_URL: closedPort, ...settings });
  return { status, lines: found.filter((one) => one.name === name).map(({ state, message }) => `${state} ${message}`) };
}
