import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts one more from a client. Answers for how many seconds it has to wait, 0 when it need not. */
export type RateLimit = (client: string) => Promise<number>;

/** The connection pool and table over which many instances count together. */
export interface Limiter {
  pool: unknown;
  table: string;
}

export interface RateLimitParts {
  /** How many a client may send in a minute. */
  perMinute: number;
  /** What is counted; two limits of different names count apart. */
  name: string;
  secret: string;
  /** Where many instances count together; without it each counts for itself. */
  shared?: Limiter | undefined;
}

/**
 * Returns a limit per minute and client. A client is an IPv4 address or an IPv6 /56, which is what one household or office is given
 * (RIPE-690, 4.2); it is counted under a digest, so that no address is kept. While the shared count cannot be reached, each instance counts alone.
 */
export function createRateLimit({ perMinute, name, secret, shared }: RateLimitParts): RateLimit {
  const options = { points: perMinute, duration: 60, keyPrefix: name };
  const memory = new RateLimiterMemory(options);
  const limiter = shared
    ? new RateLimiterPostgres({
        ...options,
        storeClient: shared.pool,
        storeType: 'pool',
        tableName: shared.table,
        tableCreated: true,
        insuranceLimiter: memory,
      })
    : memory;
  return async (client) => {
    try {
      await limiter.consume(createHmac('sha256', secret).update(networkOf(client)).digest('base64url'));
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw refused;
    }
  };
}

/** What counts as one client. */
export function networkOf(client: string): string {
  if (!ipaddr.isValid(client)) return client;
  const address = ipaddr.process(client);
  return address.kind() === 'ipv4' ? address.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/56`).toString();
}
