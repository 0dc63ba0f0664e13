import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open.ts';

/** A folder that is gone at the end of the block. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-store-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A store on the disk, closed and gone at the end of the block. */
export async function temporaryStore() {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const file = join(folder, 'founder-house.db');
  const store = await openStore(`file:${file}`);
  return {
    store,
    file,
    folder,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      remove();
    },
  };
}
