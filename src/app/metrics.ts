import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from './open-store.ts';
import type { FinishedRequest } from '../http/request-log.ts';
import { explainError } from './explain-error.ts';

type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics for Prometheus. */
export function createMetrics(store: Pick<Store, 'submissions' | 'outbox'>, now: () => Date) {
  const registry = new Registry();
  const registers = [registry];
  /** The count of each status, in a plain object, because it is updated for every file. */
  const filesSent: Record<number, number> = {};
  const filesSentCounter = new Counter({
    name: 'founder_house_files_sent_total',
    help: 'Built files sent from memory, by status.',
    labelNames: ['status'],
    registers: [],
    collect() {
      this.reset();
      for (const [status, count] of Object.entries(filesSent)) this.inc({ status }, count);
    },
  });
  registry.registerMetric(filesSentCounter);
  const durations = new Histogram({
    name: 'founder_house_request_seconds',
    help: 'Duration of every other response, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  /** Registers a gauge whose series are read from the store whenever it is collected. */
  const gauge = (options: { name: string; help: string; labelNames: string[] }, read: () => Promise<[Record<string, string>, number][]>) =>
    new Gauge({
      ...options,
      registers,
      async collect() {
        this.reset();
        for (const [labels, value] of await read()) this.set(labels, value);
      },
    });
  gauge({ name: 'founder_house_submissions', help: 'Current submissions, by state.', labelNames: ['state'] }, async () =>
    (await store.submissions.countByState()).map(({ state, count }) => [{ state }, count]),
  );
  // Both gauges of the outbox are collected simultaneously, so one query serves both.
  let pendingCounts: ReturnType<typeof store.outbox.countUndelivered> | undefined;
  const undelivered = () => (pendingCounts ??= store.outbox.countUndelivered().finally(() => (pendingCounts = undefined)));
  const labelNames = ['channel', 'state'];
  gauge(
    { name: 'founder_house_outbox_deliveries', help: 'Deliveries that have not arrived, by channel and state.', labelNames },
    async () => (await undelivered()).map(({ channel, state, count }) => [{ channel, state }, count]),
  );
  gauge(
    {
      name: 'founder_house_outbox_oldest_seconds',
      help: 'Age of the oldest delivery that has not arrived, by channel and state.',
      labelNames,
    },
    async () =>
      (await undelivered()).map(({ channel, state, oldest }) => [{ channel, state }, (now().getTime() - Date.parse(oldest)) / 1000]),
  );
  return {
    observe: ({ route = 'other', isFile, method, status, startedAtMs }: FinishedRequest) => {
      if (isFile) filesSent[status] = (filesSent[status] ?? 0) + 1;
      else durations.observe({ route, method, status }, (performance.now() - startedAtMs) / 1000);
    },
    /** Returns all metrics in Prometheus' text format. Rejects with StoreUnavailable. */
    renderText: () => registry.metrics(),
  };
}

/** Serves `/metrics` on the loopback interface only. Throws if the port is in use, with a message for the operator. */
export async function listenForMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    // A page in a browser on this machine could have its own name lead here (DNS rebinding).
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/u.test(request.headers.host ?? '')) return response.writeHead(421).end();
    if (request.url !== '/metrics') return response.writeHead(404).end();
    return metrics.renderText().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(503).end('the store cannot be read\n'),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(explainError(error, 'METRICS_PORT'), { cause: error });
  });
  return server;
}
