import { expect, it } from 'vitest';
import { answers, post, workshop } from '../support/forms.ts';
import { makeProof, solveProof, cheapProofs } from '../support/proof.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { startSite } from '../support/site.ts';
import { noDamage, storedIn } from './stored.ts';

/** Simultaneous posts to one process, and to two processes with the same database file. */
const env = { ...cheapProofs, RATE_LIMIT_PER_MINUTE: '1000000' };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

it('two processes with one database file store every post, and one current registration per person', async () => {
  await using one = await startSiteInProcess(env);
  await using other = await startSite({ env, dataDir: one.dataDir });
  const sites = [one, other];
  const person = answers();
  const emails: (string | undefined)[] = [];
  const sent = await Promise.all(
    times(150).map(async (index) => {
      const typed = index % 3 ? answers() : { ...person, inf_field_Phone1: String(index) };
      emails.push(typed['inf_field_Email']);
      return post(sites[index % 2]!, workshop.id, { ...typed, altcha: await makeProof() });
    }),
  );
  expect(new Set(sent.map(({ status, headers }) => `${status} ${headers.get('location')}`))).toEqual(
    new Set([`303 /app/form/${workshop.id}/received`]),
  );
  const stored = storedIn(one);
  expect(stored.rows.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  expect(stored.of(person['inf_field_Email']).filter(({ current }) => current)).toHaveLength(1);
  expect(stored.integrity).toEqual(noDamage);

  const altcha = await makeProof();
  const spent = await Promise.all(times(20).map((index) => post(sites[index % 2]!, workshop.id, answers({ altcha }))));
  expect(spent.filter(({ status }) => status === 303)).toHaveLength(1);
});

it('a site accepts challenges of another site that uses the same data folder', async () => {
  const { SECRET: _, ...own } = env;
  await using one = await startSiteInProcess(own);
  await using other = await startSiteInProcess(own, { dataDir: one.dataDir });
  const response = await post(other, workshop.id, answers({ altcha: await solveProof(one) }));
  expect(response.headers.get('location')).toBe(`/app/form/${workshop.id}/received`);
});
