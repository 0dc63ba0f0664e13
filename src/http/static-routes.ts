import type { FastifyInstance } from 'fastify';
import { sendFile } from './send-file.ts';
import type { StaticFile } from './static-files.ts';

/** Files without their own address: parts of other responses, and pages that a feature selects. */
const withoutAddress = /^(?:retreats\/|speaker-series\/|problems\/|404\.html$|app\/form\/)/u;

/** Registers a route for each built file whose address is its name without `.html`. */
export function staticRoutes(app: FastifyInstance, files: Map<string, StaticFile>): void {
  for (const [name, file] of files) {
    if (withoutAddress.test(name)) continue;
    const address = `/${name.replace(/(?:^|\/)index\.html$|\.html$/u, '')}`;
    app.get(encodeURI(address), { config: { isFile: true } }, async (request, reply) => sendFile(request, reply, file));
  }
}
