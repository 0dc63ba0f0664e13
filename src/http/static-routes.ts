import { posix } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';
import { sendFile } from './send-file.ts';
import type { StaticFile } from './static-files.ts';

/** Matches the names of files without an address of their own: parts of other responses, and pages that a feature selects. */
export const filesWithoutAddress = /^(?:retreats\/|speaker-series\/|problems\/|404\.html$|app\/form\/)/u;

/**
 * Registers the address of each built file, which is its name without `.html`. The files of a folder that has no pages share one route:
 * each route of its own would take longer to register than its file to read.
 */
export function staticRoutes(app: FastifyInstance, files: Map<string, StaticFile>): void {
  const config = { isFile: true };
  const folders = new Set<string>();
  for (const [name, file] of files) {
    if (filesWithoutAddress.test(name)) continue;
    const folder = posix.dirname(name);
    if (folder !== '.' && !name.endsWith('.html')) folders.add(folder);
    else {
      const address = `/${name.replace(/(?:^|\/)index\.html$|\.html$/u, '')}`;
      app.get(encodeURI(address), { config }, async (request, reply) => sendFile(request, reply, file));
    }
  }
  for (const folder of folders)
    app.get(
      `/${encodeURI(folder)}/:name`,
      { config },
      async (request: FastifyRequest<{ Params: { name: string } }>, reply): Promise<FastifyReply> => {
        const file = files.get(`${folder}/${request.params.name}`);
        if (!file) throw new HttpError(404);
        return sendFile(request, reply, file);
      },
    );
}
