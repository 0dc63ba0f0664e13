import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { minuteMs } from '../durations.ts';

/**
 * Counts a request. `client` is the address of a client, or the id of something else that has a limit. Returns how many seconds it must
 * wait; 0 if it is within the limit.
 */
export type RateLimit = (client: string) => Promise<number>;

/** The connection pool and table with which several instances count together. */
interface SharedCounts {
  pool: unknown;
  table: string;
}

interface RateLimitParts {
  /** The number of requests per client and minute. */
  perMinute: number;
  /** The name of the limit; limits with different names count separately. */
  name: string;
  secret: string;
  /** Set if several instances count together; otherwise each instance counts separately. */
  shared?: SharedCounts | undefined;
}

/**
 * No client waits for longer than a minute, or two if the clocks of the instances differ: a longer wait was stored by a clock that was ahead
 * and has been corrected since. The client would be refused until that time.
 */
const longestWaitMs = 2 * minuteMs;

/**
 * Returns a limit per minute and client. A client is an IPv4 address or an IPv6 /56, the network of one household or office (RIPE-690,
 * 4.2). It is counted by a digest, so that no address is stored. While the shared count cannot be reached, each instance counts separately.
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
  /** Counts a request, and returns how many milliseconds its client must wait; 0 if the client is within the limit. */
  async function consume(key: string): Promise<number> {
    try {
      await limiter.consume(key);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
      throw refused;
    }
  }

  return async (client) => {
    const key = createHmac('sha256', secret).update(networkOf(client)).digest('base64url');
    let waitMs = await consume(key);
    if (waitMs > longestWaitMs) {
      await limiter.delete(key);
      waitMs = await consume(key);
    }
    return Math.ceil(waitMs / 1000);
  };
}

/**
 * Returns the address of a request's client, according to the trusted proxies. Some write its port as well (RFC 7239, 6):
 * `203.0.113.2:4000`, `[2001:db8::1]:4000`. Where they write no address at all, it is that of the connection.
 */
export function clientOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const host = /^\[([\da-f:.]+)\](?::\d+)?$/iu.exec(ip)?.[1] ?? /^([\d.]+):\d+$/u.exec(ip)?.[1] ?? ip;
  return ipaddr.isValid(host) ? host : (socket.remoteAddress ?? '');
}

/** Returns the network that counts as one client. */
export function networkOf(client: string): string {
  if (!ipaddr.isValid(client)) return client;
  const address = ipaddr.process(client);
  return address.kind() === 'ipv4' ? address.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/56`).toString();
}
