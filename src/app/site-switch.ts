import type { FastifyInstance } from 'fastify';

interface Switchable {
  app: FastifyInstance;
  /** Stops what runs without requests, such as the delivery of emails. */
  stop: () => Promise<void>;
}

/**
 * Returns a switch that replaces one site with the next without a restart: the app of the first site keeps the port and lets the app of the
 * newest one handle new requests, while the old app completes the requests in progress.
 */
export function createSiteSwitch<Site extends Switchable>(first: Site) {
  let current = first;
  return {
    /** Returns the site that serves now. */
    current: () => current,

    /** Lets a site serve, and stops the one before. */
    async switchTo(next: Site): Promise<void> {
      await next.app.ready();
      first.app.handOver(next.app);
      const old = current;
      current = next;
      await old.stop();
      // The app of the first site has the port: it is closed last.
      if (old !== first) await old.app.close();
    },

    /** Closes the app of the current site, and then stops it. Called once the port is closed. */
    async stop(): Promise<void> {
      await current.app.close();
      await current.stop();
    },
  };
}
