import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseForm, pressedButton, readBody } from '../http/form-post.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { readSignedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { notSavedNotice } from '../submissions/redisplay.ts';
import { sendLostLink } from './lost-link.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import { createStatusButtons } from './status-buttons.ts';
import { createDetailsForm } from './status-details.ts';
import { createHouseForm } from './status-house.ts';
import { createMoveAlong } from './status-move-along.ts';
import { createStatusView } from './status-view.ts';
import type { StatusPageOptions } from './views.ts';

/** A founder's status page: the state on the waitlist, the founder's details, and how to leave. The token in the email is the key. */
export function statusRoutes(app: FastifyInstance, parts: RetreatRouteParts): void {
  const { siteUrl, secret, waitlist, pages, report } = parts;
  const forms = { details: createDetailsForm(parts), house: createHouseForm(parts), moveAlong: createMoveAlong(parts) };
  const view = createStatusView(parts, forms);
  const buttons = createStatusButtons(parts, forms, view.hasEnded);
  type Request = FastifyRequest<{ Params: typeof paths.status.params }>;

  /** Returns the entry that the token of a link opens; undefined if there is none. */
  async function findEntryByToken(token: string): Promise<Entry | undefined> {
    const id = readSignedId(secret, 'status', token);
    return id === undefined ? undefined : waitlist.findBySubmission(id);
  }

  /** Sends the page of an entry, or, if there is none, the page that emails a new link to a founder whose link opens nothing. */
  async function sendPage(reply: FastifyReply, token: string, entry: Entry | undefined, options: StatusPageOptions = {}) {
    if (!entry) return sendLostLink(pages, reply, 'page', readSignedId(secret, 'status', token) === undefined ? 404 : 410);
    const { status = 200, headers = {} } = options;
    const shown = { status: await view.read(entry, options) };
    return pages.sendRendered(reply, paths.status(token), shown, { status, headers });
  }

  app.get(paths.status.route, async ({ params: { token } }: Request, reply) => sendPage(reply, token, await findEntryByToken(token)));
  app.post(paths.status.route, { onRequest: pages.admit }, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, siteUrl);
    const body = await readBody(request);
    const action = pressedButton(parseForm(body), 'action');
    const button = Object.hasOwn(buttons, action) ? buttons[action] : undefined;
    let entry: Entry | undefined;
    let options: StatusPageOptions | undefined;
    try {
      entry = await findEntryByToken(token);
      if (entry && !button) throw new HttpError(400);
      options = entry && (await button?.press(entry, body));
    } catch (error) {
      if (error instanceof HttpError || !button?.typed) throw error;
      const unsavedCorrections = button.typed(body, notSavedNotice(request.id));
      report(error, request.id);
      // Shows everything that was typed again, without reading the store.
      return pages.sendRendered(reply, paths.status('unsaved'), { unsavedCorrections }, { status: 503 });
    }
    return sendPage(reply, token, entry && (await waitlist.findBySubmission(entry.submission.id)), options);
  });
}
