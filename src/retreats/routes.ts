import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasRetreatEnded } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { pressedButton, readForm } from '../http/form-post.ts';
import { hashOf, signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { answers } from './entry-states.ts';
import { retreatCalendar, areStayDatesPublic } from './itinerary.ts';
import { lostLinkRoutes, sendLostLink } from './lost-link.ts';
import { retreatPageRoutes } from './page-routes.ts';
import type { Invitation } from './repository/invitations.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import { statusRoutes } from './status-routes.ts';
import type { InvitationView } from './views.ts';

/**
 * The pages of the retreats, a founder's invitation and status page, and the page that sends a lost link again. A mail scanner's GET and
 * HEAD requests change nothing: an answer is a POST.
 */
export function retreatRoutes(app: FastifyInstance, parts: RetreatRouteParts): void {
  const { siteUrl, content, secret, waitlist, invitationSettings, pages, now } = parts;
  type Request = FastifyRequest<{ Params: typeof paths.invitation.params; Querystring: { calendar?: string } }>;

  const retreatOf = ({ entry }: Invitation) => content.retreats.find(({ slug }) => slug === entry.retreat);

  function viewOf({ note, expiresAt, answer, entry }: Invitation, retreat: RetreatContent): InvitationView {
    const { state, submission } = entry;
    const hasEnded = hasRetreatEnded(retreat, now());
    return {
      firstName: submission.person.firstName,
      note,
      expiresAt,
      answer,
      state,
      isOpen: Date.parse(expiresAt) > now().getTime(),
      hasEnded,
      retreat: retreat.slug,
      showsStay: areStayDatesPublic(retreat),
      statusHref: state === 'accepted' && !hasEnded ? paths.status(signedId(secret, 'status', submission.id)) : undefined,
    };
  }

  async function sendInvitation(reply: FastifyReply, token: string, problem?: InvitationView['problem']): Promise<FastifyReply> {
    const found = await waitlist.findInvitation({ hash: hashOf(token) }, now());
    if (!('invitation' in found)) return sendLostLink(pages, reply, 'invitation', found.kind === 'unknown' ? 404 : 410);
    const retreat = retreatOf(found.invitation);
    // The folder of its retreat was removed from the content.
    if (!retreat) return sendLostLink(pages, reply, 'invitation', 410);
    const send = (invitation: InvitationView, status: number) =>
      pages.sendRendered(reply, paths.invitation(token), { invitation }, { status });
    const view = viewOf(found.invitation, retreat);
    if (found.kind === 'given-up') return send({ ...view, isOpen: false }, 410);
    if (found.kind === 'closed') return send({ ...view, isOpen: false, hasEnded: true }, 410);
    return send({ ...view, problem }, problem === 'unanswered' ? 422 : 200);
  }

  async function sendCalendar(reply: FastifyReply, token: string): Promise<FastifyReply> {
    const found = await waitlist.findInvitation({ hash: hashOf(token) }, now());
    const retreat = found.kind === 'found' && found.invitation.entry.state === 'accepted' ? retreatOf(found.invitation) : undefined;
    if (!retreat || !areStayDatesPublic(retreat)) throw new HttpError(404);
    return reply
      .type('text/calendar; charset=utf-8')
      .send(retreatCalendar(retreat, content.site, { origin: new URL(siteUrl), stamp: now(), method: 'PUBLISH' }));
  }

  app.get(paths.invitation.route, ({ params, query }: Request, reply) =>
    query.calendar === undefined ? sendInvitation(reply, params.token) : sendCalendar(reply, params.token),
  );
  app.post(paths.invitation.route, { onRequest: pages.admit }, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, siteUrl);
    const pressed = pressedButton(await readForm(request), 'answer');
    const answer = answers.find((each) => each === pressed);
    if (!answer) return sendInvitation(reply, token, 'unanswered');
    const answered = await waitlist.answer(hashOf(token), answer, invitationSettings, now());
    if (answered.kind === 'answered' && answered.changed) parts.onStored();
    return sendInvitation(reply, token, answered.kind === 'late' ? 'late' : undefined);
  });

  retreatPageRoutes(app, parts);
  lostLinkRoutes(app, parts);
  statusRoutes(app, parts);
}
