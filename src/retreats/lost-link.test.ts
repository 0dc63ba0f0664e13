import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { engines, newDatabaseUrl, temporaryFolder } from '../../test/support/databases.ts';
import { startHttpApp } from '../../test/support/http-app.ts';

describe.each(engines)('the lost-link form over %s', (engine) => {
  it.each(['%00', 'ada%00@example.com', '%ED%A0%80'])(
    'returns the same page for an address that PostgreSQL cannot store (%s) as for an unknown one',
    async (address) => {
      using temporary = temporaryFolder();
      const env = { DATABASE_URL: await newDatabaseUrl(engine, join(temporary.folder, 'data')), SITE_URL: 'http://127.0.0.1:4321' };
      await using site = await startHttpApp({ now: new Date('2026-11-22T12:00:00Z') }, env);
      const send = (payload: string) =>
        site.app.inject({
          method: 'POST',
          url: paths.lostLink,
          payload,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: env.SITE_URL },
        });
      const unknown = await send('inf_field_Email=nobody%40example.com');
      expect(unknown.statusCode).toBe(200);
      const response = await send(`inf_field_Email=${address}`);
      expect([response.statusCode, response.body]).toEqual([200, unknown.body]);
    },
  );
});
