import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Returns the environment of a child process: these settings in production mode, and none of the process of the tests. */
export function cleanEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, CHROMIUM_PATH } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', ...(CHROMIUM_PATH && { CHROMIUM_PATH }), ...settings };
}
