import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { paths } from '../paths.ts';

/** How long the result of a check is reused, since each check is a write in the same queue as submissions. */
const freshMs = 1000;

interface HealthParts {
  assertWritable: () => Promise<void>;
  assertIntact: () => Promise<void>;
  log: Logger;
}

/**
 * Health checks for a load balancer: `/healthz` says whether the process runs, `/readyz` whether it should get requests. Returns a function
 * that makes `/readyz` return 503 from then on.
 */
export function healthRoutes(app: FastifyInstance, { assertWritable, assertIntact, log }: HealthParts): () => void {
  let checking: Promise<string | undefined> | undefined;
  let isDraining = false;

  const reasonOf = (assert: () => Promise<void>, reason: string) =>
    assert().then(
      () => undefined,
      (error: unknown) => {
        log.error({ err: error }, reason);
        return reason;
      },
    );
  const check = async () =>
    (await reasonOf(assertWritable, 'the store cannot be written')) ?? reasonOf(assertIntact, 'the store is damaged');

  /** Returns why the process should get no requests; undefined if it should get them. */
  async function whyNotReady(): Promise<string | undefined> {
    if (isDraining) return 'this process is about to end';
    checking ??= check().finally(() => setTimeout(() => (checking = undefined), freshMs).unref());
    return checking;
  }

  app.get(paths.health, async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok\n'));
  app.get(paths.ready, async (_request, reply) => {
    const reason = await whyNotReady();
    return reply
      .code(reason ? 503 : 200)
      .type('text/plain; charset=utf-8')
      .send(`${reason ?? 'ready'}\n`);
  });
  return () => {
    isDraining = true;
  };
}
