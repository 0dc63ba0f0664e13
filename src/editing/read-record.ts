import { readFileSync } from 'node:fs';
import { Refused } from '../refused.ts';

/**
 * Reads a JSON file of the site's own. Such a file is written with `writeDurably`, so that only a change by hand can damage it. Throws Refused
 * if it is not JSON.
 */
export function readRecord(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Refused(`${file} on the server is damaged. Restore that file from a copy, or delete it: what it records is then lost.`, {
      cause,
    });
  }
}
