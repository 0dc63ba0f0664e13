import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRetreatOver } from '../content/retreat-schedule.ts';
import { waitlistForm } from '../forms/fields.ts';
import { personWires } from '../forms/person.ts';
import { problemsIn } from '../forms/validate.ts';
import { tooManyRequests } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import type { Pages } from '../http/pages.ts';
import { clientOf } from '../http/rate-limit.ts';
import { readBody } from '../http/form-post.ts';
import { paths } from '../paths.ts';
import { parseFields } from '../submissions/parse-fields.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { LostLinkView } from './views.ts';

/** Sends the page that emails a founder a new link, for a link that never worked or no longer works. */
export const sendLostLink = (pages: Pages, reply: FastifyReply, why: LostLinkView['why'], status: 404 | 410): Promise<FastifyReply> =>
  pages.sendDeadLink(reply, paths.lostLink, { lostLink: { why } }, { status });

/**
 * An address is looked up this long after the response, at random: neither that response nor the next one waits for the
 * email to a known address.
 */
const lookUpDelayMs = { least: 500, most: 2500 };

/**
 * The form that emails a lost link. Its response does not reveal whether a founder is on the list: it is the same for every valid address,
 * and no work that depends on who has the address is done before it is sent. If the process is killed in between, the request is lost, and
 * the founder can ask again immediately.
 */
export function lostLinkRoutes(app: FastifyInstance, parts: RetreatRouteParts): void {
  const { siteUrl, content, waitlist, assertWritable, countLostLink, pages, onStored, now, report } = parts;
  const waiting = new Map<NodeJS.Timeout, () => Promise<void>>();
  const fields = waitlistForm(content, content.retreats[0]!).fields.filter(({ wire }) => wire === personWires.email);

  function lookUpLater(address: string, reference: string): void {
    const run = async () => {
      waiting.delete(timer);
      const ended = content.retreats.filter((retreat) => isRetreatOver(retreat, now())).map(({ slug }) => slug);
      await waitlist.enqueueStatusLink(address, ended, now()).then(onStored, (error: unknown) => report(error, reference));
    };
    const { least, most } = lookUpDelayMs;
    const timer = setTimeout(run, least + Math.random() * (most - least));
    waiting.set(timer, run);
  }

  const sendForm = (reply: FastifyReply, why: 'asked' | 'sent') => pages.sendRenderedOnce(reply, paths.lostLink, { lostLink: { why } });
  app.get(paths.lostLink, (_request, reply) => sendForm(reply, 'asked'));
  app.post(paths.lostLink, async (request, reply) => {
    assertOwnOrigin(request, siteUrl);
    const body = await readBody(request);
    const retryAfterSeconds = await countLostLink(clientOf(request));
    if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds);
    const { values, problems: damaged } = parseFields(body, { fields });
    const problems = { ...problemsIn({ fields }, values), ...damaged };
    if (Object.keys(problems).length > 0)
      return pages.sendRendered(reply, paths.lostLink, { lostLink: { why: 'asked', typed: { values, problems } } }, { status: 422 });
    await assertWritable();
    lookUpLater(values[personWires.email]!, request.id);
    return sendForm(reply, 'sent');
  });
  app.addHook('onClose', async () => {
    for (const timer of waiting.keys()) clearTimeout(timer);
    await Promise.all([...waiting.values()].map((run) => run()));
  });
}
