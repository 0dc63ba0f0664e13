/** Loaded before a program: kills it when it writes the third file whose path contains KILLED_WRITE. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeFileSync } = fs;
let left = 3;

fs.writeFileSync = (path, ...rest) => {
  if (String(path).includes(process.env.KILLED_WRITE)) left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  writeFileSync(path, ...rest);
};
syncBuiltinESMExports();
