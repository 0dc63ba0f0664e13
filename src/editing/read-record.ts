import { readFileSync } from 'node:fs';
import { Refused } from '../refused.ts';

/**
 * Reads a JSON file of the site's own. Such a file is written with `writeDurably`, so that only a change by hand can damage it. Throws Refused
 * if it is not JSON, or `isWhole` finds that it lacks what the file must say.
 */
export function readRecord<Stored>(file: string, isWhole: (record: Stored) => boolean): Stored {
  const json = readFileSync(file, 'utf8');
  let cause: unknown;
  try {
    const record = JSON.parse(json) as Stored;
    if (isWhole(record)) return record;
  } catch (error) {
    cause = error;
  }
  throw new Refused(`${file} on the server is damaged. Restore that file from a copy, or delete it: what it records is then lost.`, {
    cause,
  });
}
