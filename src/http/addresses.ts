import type { FastifyInstance, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { HttpError } from './http-error.ts';

/** The routes of one address. */
interface Address {
  /** Its pattern, as the routes were registered. */
  url: string;
  methods: Set<string>;
}

/**
 * Returns `find`, which finds the address of a path, and `findRefusal`, which returns the error for a request without a route: 405 with
 * `Allow` if its address is known with other methods (RFC 9110, 15.5.6), otherwise undefined. Must be called before the first route is
 * registered.
 *
 * The addresses are in a router of their own, with one route each: a route for each of the 34 methods of Node.js at each address
 * would take 90 ms of every start.
 */
export function createAddresses(app: FastifyInstance) {
  const addresses = new Map<string, Address>();
  const router = createRouter({ ignoreTrailingSlash: true });
  const find = (path: string) => router.find('GET', path)?.store as Address | undefined;
  app.addHook('onRoute', ({ url, method }) => {
    let address = addresses.get(url);
    if (!address) {
      address = { url, methods: new Set() };
      addresses.set(url, address);
      router.on('GET', url, () => undefined, address);
    }
    for (const each of [method].flat()) address.methods.add(each);
  });
  return {
    find,
    findRefusal(request: FastifyRequest): HttpError | undefined {
      const address = find(request.url);
      return address && new HttpError(405, { headers: { allow: [...address.methods].toSorted().join(', ') } });
    },
  };
}
