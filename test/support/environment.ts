import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The variables that a child process keeps: where programs are, and where Node.js keeps what it compiled (scripts/test.ts). */
const kept = ['PATH', 'HOME', 'CHROMIUM_PATH', 'NODE_COMPILE_CACHE'];

/** Returns the environment of a child process: these settings in production mode, and no other setting of the process of the tests. */
export function cleanEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const own = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ...settings };
}
