import { expect, it } from 'vitest';
import { postgresSettings } from '../support/deployment.ts';
import { answers, listSubmissions, post, workshop } from '../support/forms.ts';
import { startPostgres } from '../support/postgres.ts';
import { unlimited, withProof } from '../support/proof.ts';
import { startSite } from '../support/site.ts';

it(
  'on SIGTERM the site ends by itself although its PostgreSQL server is silent, says what it cut off, and exits with 1',
  { timeout: 120_000 },
  async () => {
    await using server = await startPostgres();
    await using site = await startSite({ env: { ...unlimited, ...(await postgresSettings(await server.database())) } });
    const given = await withProof(site, answers());
    expect((await post(site, workshop.id, given)).status).toBe(303);
    await server.freeze();
    expect(await site.end('SIGTERM')).toBe(1);
    await expect.poll(() => site.printed()).toMatch(/did not respond while it was closed; \d+ connections? to it had to be cut off/u);
    server.thaw();
    expect((await listSubmissions(site)).map(({ fields }) => fields['inf_field_Email'])).toEqual([given['inf_field_Email']]);
  },
);
