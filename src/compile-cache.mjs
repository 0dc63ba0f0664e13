/**
 * Loaded before the program itself (`node --import`): what Node.js has compiled once is kept in `.cache/compile`, for each user apart, so
 * that the next start neither strips types nor compiles, and takes less memory. Where that folder cannot be written to, a start is as slow
 * as the first one. It is plain JavaScript: a TypeScript file would load what this is to spare.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));
