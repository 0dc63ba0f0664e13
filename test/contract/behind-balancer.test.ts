import { arrange } from '../support/engine.ts';

/** The same suite once more, with two instances behind nginx over one PostgreSQL database. */
arrange('two instances over postgres');
await import('./answers.test.ts');
