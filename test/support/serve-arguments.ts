import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the arguments that `npm run serve` passes to Node.js, so that tests and benchmarks start the site as production does. */
export function serveArguments(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { serve: string } };
  return scripts.serve.split(' ').slice(1);
}
