import { expect, it } from 'vitest';
import { arrange, databases } from '../support/engine.ts';
import { queryIn } from '../support/postgres.ts';

/** The same suite once more, with the site over PostgreSQL. */
arrange('postgres');
await import('./answers.test.ts');

it('kept what it took on the server', async () => {
  const [counted] = await queryIn(databases[0] as string, 'SELECT count(*) AS count FROM submissions');
  expect(Number(counted?.['count'])).toBeGreaterThan(5);
});
