import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/databases.ts';
import { loadSecret } from './secret.ts';
import { SettingsError } from './settings.ts';

it.each(['', 'short'])('a stored secret that is “%s” is refused as a wrong setting that names its file', (stored) => {
  using temporary = temporaryFolder();
  const file = join(temporary.folder, 'secret');
  writeFileSync(file, stored);
  const read = () => loadSecret({ secret: undefined, dataDir: temporary.folder });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(`${file} is too short to be a secret`);
});
