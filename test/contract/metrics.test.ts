import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../src/paths.ts';
import { answers, post, waitlist, workshop } from '../support/forms.ts';
import { makeProof, cheapProofs } from '../support/proof.ts';
import { freePort } from '../support/free-port.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

/** The metrics for Prometheus. */
let metricsPort: string;
let site: Site;
beforeAll(async () => {
  metricsPort = String(await freePort());
  const env = { ...cheapProofs, HOST: '0.0.0.0', WORKER: 'off', METRICS_PORT: metricsPort, RATE_LIMIT_PER_MINUTE: '1000' };
  site = await startSite({ env });
});
afterAll(() => site[Symbol.asyncDispose]());

it('the metrics count responses, submissions by state, and deliveries with their age, on a separate port', async () => {
  const metrics = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const lines = [...text.matchAll(/^([^#\s]\S*) (\S+)$/gmu)].map(([, name, value]) => [name as string, Number(value)] as const);
    return new Map(lines);
  };

  for (const status of [303, 303]) expect((await post(site, workshop.id, answers({ altcha: await makeProof() }))).status).toBe(status);
  await post(site, waitlist.id, answers());
  await post(site, workshop.id, answers({ leave_this_empty: 'x' }));
  await post(site, workshop.id, {});
  await fetch(site.url);
  await fetch(`${site.url}/nowhere`);
  await fetch(`${site.url}${paths.accessibility}/`, { redirect: 'manual' });
  // The privacy page is rendered once, regardless of the query.
  for (const query of ['', '?with=x', '?with=y']) await fetch(site.url + paths.privacy + query);

  const counted = await metrics();
  expect(Object.fromEntries([...counted].filter(([name]) => !name.includes('_bucket') && !name.includes('_sum')))).toEqual({
    'founder_house_files_sent_total{status="200"}': 1,
    'founder_house_files_sent_total{status="308"}': 1,
    'founder_house_request_seconds_count{route="/privacy",method="GET",status="200"}': 3,
    'founder_house_request_seconds_count{route="/app/form/process/:formId",method="POST",status="303"}': 4,
    'founder_house_request_seconds_count{route="/app/form/process/:formId",method="POST",status="422"}': 1,
    'founder_house_request_seconds_count{route="other",method="GET",status="404"}': 1,
    'founder_house_submissions{state="accepted"}': 2,
    'founder_house_submissions{state="held"}': 1,
    'founder_house_submissions{state="quarantined"}': 1,
    'founder_house_outbox_deliveries{channel="mail",state="due"}': 3,
    'founder_house_outbox_oldest_seconds{channel="mail",state="due"}': expect.toSatisfy((age: number) => age > 0 && age < 60) as number,
  });
  expect(
    counted.get(`founder_house_request_seconds_bucket{le="+Inf",route="${paths.process(':formId')}",method="POST",status="303"}`),
  ).toBe(4);
  expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
});

it('the metrics listen on the loopback interface only, even if the site listens on all', async () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .flatMap((network) => (network && network.family === 'IPv4' && !network.internal ? [network.address] : []));
  // On Linux all of 127.0.0.0/8 belongs to the loopback interface.
  if (process.platform === 'linux') others.push('127.0.0.2');
  for (const address of others)
    expect([
      address,
      await acceptsConnections(address, Number(new URL(site.url).port)),
      await acceptsConnections(address, Number(metricsPort)),
    ]).toEqual([address, true, false]);
  expect(await acceptsConnections('127.0.0.1', Number(metricsPort))).toBe(true);
});

async function acceptsConnections(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address);
  const connected = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return connected.finally(() => socket.destroy());
}
