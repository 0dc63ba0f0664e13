import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Adds a route to every address for the methods that it does not have, which throws HttpError 405 with `Allow` (RFC 9110, 15.5.6). Must be called
     * once, after all routes are registered.
     */
    refuseOtherMethods(): void;
  }
}

/** Collects the methods of every address that is registered from now on, and decorates the app with `refuseOtherMethods`. */
export function addOtherMethods(app: FastifyInstance): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method);
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, (methodsOf.get(url) ?? new Set()).union(new Set([method].flat())));
  });
  app.decorate('refuseOtherMethods', () => {
    for (const [url, known] of methodsOf) {
      const allow = app.supportedMethods.filter((method) => known.has(method)).join(', ');
      const refuse = async () => {
        throw new HttpError(405, { headers: { allow } });
      };
      app.route({ method: app.supportedMethods.filter((method) => !known.has(method)), url, onRequest: refuse, handler: refuse });
    }
  });
}
