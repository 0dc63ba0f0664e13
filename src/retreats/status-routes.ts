import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { privatePage } from '../http/pages.ts';
import { pressedButton, readBody } from '../http/form-post.ts';
import { paths } from '../paths.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import { createStatusButtons } from './status-buttons.ts';
import { createDetailsForm } from './status-details.ts';
import { createHouseForm } from './status-house.ts';
import { createMoveAlong } from './status-move-along.ts';
import { createStatusPage } from './status-page.ts';
import type { StatusPageOptions } from './views.ts';

/** A founder's status page: the state on the waitlist, the founder's details, and how to leave. The token in the mail is the key. */
export function statusRoutes(app: FastifyInstance, parts: RetreatRouteParts): void {
  const { waitlist } = parts;
  const details = createDetailsForm(parts);
  const house = createHouseForm(parts);
  const later = createMoveAlong(parts);
  const page = createStatusPage(parts, { fields: details.fields, house, later });
  const hasEnded = async (entry: Entry) => (await page.endedSeasonOf(entry)) !== undefined;

  const buttons = createStatusButtons(parts, { details, house, later, hasEnded });
  type Request = FastifyRequest<{ Params: typeof paths.status.params }>;

  app.get(paths.status.route, async ({ params: { token } }: Request, reply) => {
    const entry = await page.entryBehind(token);
    return entry ? page.send(reply, token, entry) : page.sendUnknown(reply, token);
  });
  app.post(paths.status.route, { onRequest: parts.pages.admit }, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, parts.siteUrl);
    const body = await readBody(request);
    const action = pressedButton(new URLSearchParams(Buffer.from(body).toString()), 'action');
    const button = Object.hasOwn(buttons, action) ? buttons[action] : undefined;
    let entry: Entry | undefined;
    let shown: StatusPageOptions | undefined;
    try {
      entry = await page.entryBehind(token);
      shown = entry && (await button?.press(entry, body));
    } catch (error) {
      if (error instanceof HttpError || !button?.typed) throw error;
      const { typed } = button;
      return page.sendUnsaved(reply, token, error, (notice) => typed(body, notice));
    }
    if (!entry) return page.sendUnknown(reply, token);
    if (!shown) throw new HttpError(400, { headers: privatePage });
    return page.send(reply, token, (await waitlist.findBySubmission(entry.submission.id)) ?? entry, shown);
  });
}
