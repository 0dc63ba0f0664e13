import { startBalancer } from './balancer.ts';
import { createDatabase, postgresSettings } from './deployment.ts';
import { freePort } from './free-port.ts';
import { startSite } from './site.ts';
import type { Site, SiteOptions } from './site.ts';

/**
 * Two instances with one database behind a load balancer. `url` is the address of the load balancer; the other properties are
 * those of the first instance.
 */
export interface Instances extends Site {
  each: Site[];
  balancer: string;
}

export async function startInstances({ env = {} }: SiteOptions = {}): Promise<Instances> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = env['DATABASE_URL'] ?? (await createDatabase());
  const settings = { ...(await postgresSettings(databaseUrl)), SITE_URL: url, TRUST_PROXY: 'loopback', ...env };
  // Simultaneously, so that both create the tables.
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
