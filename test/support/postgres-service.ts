import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceVariable } from './deployment.ts';
import { startPostgres } from './postgres.ts';
import type { PostgresServer } from './postgres.ts';

/**
 * The global set-up of Vitest and of Playwright: one PostgreSQL server a run, made when the first test asks for a database, and ended with the
 * run. What is returned ends it.
 */
export default async function servePostgres(): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  const service = createServer((_, response) => {
    // A kept connection ends just when a test asks that kept its process busy for as long: its question would be lost.
    response.setHeader('Connection', 'close');
    postgres ??= startPostgres();
    postgres
      .then((server) => server.database())
      .then(
        (databaseUrl) => response.end(databaseUrl),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  process.env[serviceVariable] = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return async () => {
    service.close();
    await (await postgres)?.[Symbol.asyncDispose]();
  };
}
