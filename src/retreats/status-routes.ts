import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasEndedOrClosed, nextRetreatSlug, type ClosedRetreats } from '../content/retreat-schedule.ts';
import { parseForm, pressedButton, readBody } from '../http/form-post.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { privatePage } from '../http/private-page.ts';
import { readSignedId, tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { notSavedNotice } from '../submissions/redisplay.ts';
import { isActive } from './entry-states.ts';
import { sendLostLink } from './lost-link.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import { createStatusButtons, type StatusButton } from './status-buttons.ts';
import { createDetailsForm } from './status-details.ts';
import { createHouseForm } from './status-house.ts';
import { createMoveAlong } from './status-move-along.ts';
import type { CorrectionsView, StatusPageOptions, StatusView } from './views.ts';

/** A founder's status page: the state on the waitlist, the founder's details, and how to leave. The token in the mail is the key. */
export function statusRoutes(app: FastifyInstance, parts: RetreatRouteParts): void {
  const { siteUrl, content, secret, waitlist, pages, report, now } = parts;
  const details = createDetailsForm(parts);
  const house = createHouseForm(parts);
  const moveAlong = createMoveAlong(parts);
  const hasEnded = async (entry: Entry) => endedSeasonOf(entry, await waitlist.listClosedRetreats()) !== undefined;
  const buttons = createStatusButtons(parts, { details, house, moveAlong, hasEnded });
  type Request = FastifyRequest<{ Params: typeof paths.status.params }>;

  /** Returns the entry that the token of a link opens; undefined if there is none. */
  async function findEntryByToken(token: string): Promise<Entry | undefined> {
    const id = readSignedId(secret, 'status', token);
    return id === undefined ? undefined : waitlist.findBySubmission(id);
  }

  /** Returns the season of a founder's retreat once it has ended or was closed; undefined before. */
  function endedSeasonOf({ retreat: slug }: Entry, closed: ClosedRetreats): string | undefined {
    const retreat = content.retreats.find((each) => each.slug === slug);
    return retreat && hasEndedOrClosed(retreat, now(), closed) ? retreat.facts.season : undefined;
  }

  /** Returns whether a founder is on the waitlist of another retreat that has not ended, or has an invitation or a seat there. */
  function isOnOtherList({ retreat, submission }: Entry, closed: ClosedRetreats): Promise<boolean> {
    const open = content.retreats.filter((each) => each.slug !== retreat && !hasEndedOrClosed(each, now(), closed));
    return waitlist.isListed(submission.person.email, [...open.map(({ slug }) => slug), nextRetreatSlug]);
  }

  /**
   * Returns the address of the invitation that the page offers, or undefined if there is none. A founder who waits again can open an
   * earlier invitation only while the answer to it can be changed; a founder with a seat can always open it.
   */
  async function findInvitationHref({ invitation, state }: Entry): Promise<string | undefined> {
    if (!invitation || (state !== 'accepted' && invitation.expiresAt <= now().toISOString())) return undefined;
    const isValid = (await waitlist.findInvitation({ id: invitation.id }, now())).kind === 'found';
    return isValid ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }

  /** Returns what a founder can correct: what is stored, or what a post had that was not stored. */
  async function readCorrections(entry: Entry, unsaved: StatusPageOptions): Promise<CorrectionsView> {
    return {
      fields: details.fields,
      details: unsaved.details ?? { values: entry.submission.fields, problems: {} },
      shortNotice: entry.state === 'waiting' ? (unsaved.shortNotice ?? entry.shortNotice) : undefined,
      house: unsaved.house ?? (await house.viewOf(entry)),
    };
  }

  async function sendPage(reply: FastifyReply, token: string, entry: Entry, options: StatusPageOptions = {}): Promise<FastifyReply> {
    const { status = 200, headers = {}, isSaved = false } = options;
    const closed = await waitlist.listClosedRetreats();
    const endedSeason = endedSeasonOf(entry, closed);
    const view: StatusView = {
      entry,
      corrections: isActive(entry.state) && endedSeason === undefined ? await readCorrections(entry, options) : undefined,
      isSaved,
      endedSeason,
      wasSeatRevoked: entry.state === 'cancelled' && (await waitlist.listHistory(entry.id)).at(-1)?.event === 'revoke',
      isAlumna: entry.state === 'accepted' ? await waitlist.isAlumna(entry.id) : undefined,
      invitationHref: await findInvitationHref(entry),
      ...(await moveAlong.viewOf(entry)),
      isOnOtherList: endedSeason !== undefined && (await isOnOtherList(entry, closed)),
    };
    return pages.sendRendered(reply, paths.status(token), { status: view }, { status, headers: { ...privatePage, ...headers } });
  }

  /** Sends the page that mails a new link to a founder whose link opens nothing. */
  const sendUnknown = (reply: FastifyReply, token: string) =>
    sendLostLink(pages, reply, 'page', readSignedId(secret, 'status', token) === undefined ? 404 : 410);

  /** Returns the entry and what its page shows after a button was pressed; undefined if the token opens no entry. */
  async function press(button: StatusButton | undefined, token: string, body: Uint8Array) {
    const entry = await findEntryByToken(token);
    if (!entry) return undefined;
    if (!button) throw new HttpError(400, { headers: privatePage });
    return { entry, options: await button.press(entry, body) };
  }

  app.get(paths.status.route, async ({ params: { token } }: Request, reply) => {
    const entry = await findEntryByToken(token);
    return entry ? sendPage(reply, token, entry) : sendUnknown(reply, token);
  });
  app.post(paths.status.route, { onRequest: pages.admit }, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, siteUrl);
    const body = await readBody(request);
    const action = pressedButton(parseForm(body), 'action');
    const button = Object.hasOwn(buttons, action) ? buttons[action] : undefined;
    const outcome = await press(button, token, body).catch((error: unknown) => {
      if (error instanceof HttpError || !button?.typed) throw error;
      const unsavedCorrections = button.typed(body, notSavedNotice(request.id));
      report(error, request.id);
      return { unsavedCorrections };
    });
    if (!outcome) return sendUnknown(reply, token);
    // Shows everything that was typed again, without reading the store.
    if ('unsavedCorrections' in outcome)
      return pages.sendRendered(reply, paths.status('unsaved'), outcome, { status: 503, headers: privatePage });
    const { entry, options } = outcome;
    const current = await waitlist.findBySubmission(entry.submission.id);
    return current ? sendPage(reply, token, current, options) : sendUnknown(reply, token);
  });
}
