import { startBalancer } from './balancer.ts';
import { createDatabase, postgresSettings } from './deployment.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startSite } from './site.ts';
import type { Site, SiteOptions } from './site.ts';

/** Two instances over one database, seen through what stands in front of them: `url` is its address, the rest is that of the first. */
export interface Instances extends Site {
  each: Site[];
  balancer: string;
}

export async function startInstances({ env = {} }: SiteOptions = {}): Promise<Instances> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = env['DATABASE_URL'] ?? (await createDatabase());
  const settings = { ...(await postgresSettings(databaseUrl)), SITE_URL: url, TRUST_PROXY: 'loopback', ...env };
  // At the same moment: both find that there are no tables yet.
  const each = await Promise.all([startSite({ env: settings }), startSite({ env: settings })]);
  const balancer = await startBalancer(
    port,
    each.map((site) => Number(new URL(site.url).port)),
  );
  return {
    ...(each[0] as Site),
    url,
    each,
    balancer: balancer.name,
    printed: () => each.map((site) => site.printed()).join(''),
    [Symbol.asyncDispose]: async () => {
      await balancer[Symbol.asyncDispose]();
      await Promise.all(each.map((site) => site[Symbol.asyncDispose]()));
    },
  };
}
