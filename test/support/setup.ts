import { afterAll } from 'vitest';
import { killRunningSites } from './site.ts';

// A test that timed out never reached the end of its block, so its sites still run.
afterAll(killRunningSites);
