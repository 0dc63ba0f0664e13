/** Loaded before a program: kills it instead of its step KILLED_STEP, counted from 1. A step writes, renames or removes a file. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.KILLED_STEP);

for (const name of ['writeFileSync', 'renameSync', 'rmSync']) {
  const step = fs[name];
  fs[name] = (...args) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return step(...args);
  };
}
syncBuiltinESMExports();
