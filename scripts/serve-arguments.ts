import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm run serve` gives to Node.js in a folder of the product, so that what is tested and measured is what runs. */
export function serveArguments(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { serve: string } };
  return scripts.serve.split(' ').slice(1);
}
