import { afterAll } from 'vitest';
import { killRunningSites } from './site.ts';

// A test that timed out did not reach the end of its block, so its sites still run.
afterAll(killRunningSites);
