import { afterAll } from 'vitest';
import { killChildren } from './child.ts';

// A test that timed out did not reach the end of its block, so the programs that it started still run.
afterAll(killChildren);
