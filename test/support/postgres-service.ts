import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-store.ts';
import { serviceVariable, templateVariable } from './deployment.ts';
import { createCluster, startPostgres } from './postgres.ts';
import type { PostgresServer } from './postgres.ts';

/**
 * The global set-up of Vitest and of Playwright: one PostgreSQL server per run, which starts when the first test requests a database and
 * ends with the run. `/` is a database with the tables of this version, copied from a template because the migrations take ten times as
 * long; `/empty` has none. For the same reason there is a template of a SQLite database. `/data-folder` is the path of a data folder of
 * PostgreSQL: each server of the run, this one too, starts on a copy of it.
 */
export default async function servePostgres(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'founder-house-template-'));
  const sqliteTemplate = join(folder, 'founder-house.db');
  await (await openStore(`file:${sqliteTemplate}`)).close();
  process.env[templateVariable] = sqliteTemplate;
  let started: Promise<{ server: PostgresServer; template: string }> | undefined;
  let cluster: ReturnType<typeof createCluster> | undefined;
  const answer = async (path: string | undefined): Promise<string> => {
    if (path === '/data-folder') return (await (cluster ??= createCluster())).data;
    const { server, template } = await (started ??= startWithTemplate());
    return server.database(path === '/empty' ? undefined : template);
  };
  const service = createServer((request, response) => {
    // A kept connection ends just when a test requests a database after its process was busy for as long: the request would be lost.
    response.setHeader('Connection', 'close');
    answer(request.url).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  process.env[serviceVariable] = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return async () => {
    service.close();
    rmSync(folder, { recursive: true, force: true });
    await (await started)?.server[Symbol.asyncDispose]();
    if (cluster) rmSync((await cluster).folder, { recursive: true, force: true });
  };
}

async function startWithTemplate() {
  const server = await startPostgres();
  const template = await server.database();
  const store = await openStore(template);
  await store.close();
  return { server, template };
}
