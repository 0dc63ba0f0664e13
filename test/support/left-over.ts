import { afterAll } from 'vitest';
import { endLeftOver } from './site.ts';

// Loaded ahead of each test file, and so after everything that the file itself ends.
afterAll(endLeftOver);
