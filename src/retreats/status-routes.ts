import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { featuredRetreat, hasEnded } from '../content/schedule.ts';
import { waitlistForm } from '../forms/catalog.ts';
import type { Field, Problems, Values } from '../forms/definition.ts';
import { personWires } from '../forms/person.ts';
import { problemsIn } from '../forms/validate.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { privatePage } from '../http/pages.ts';
import type { PageOptions, Pages } from '../http/pages.ts';
import { postOf, pressedButton } from '../http/post.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readSignedId, tokenFor } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { notSaved, savedTooOften } from '../submissions/redisplay.ts';
import { parseFields } from '../submissions/parse-fields.ts';
import { sendLostLink } from './lost-link.ts';
import type { Waitlist } from './repository.ts';
import { EntryRefused } from './repository/transitions.ts';
import type { Entry } from './repository/entries.ts';
import type { InvitationSettings } from './invitation-settings.ts';
import { isActive } from './state-machine.ts';
import { createHouseForm } from './status-house.ts';
import type { HouseFormParts } from './status-house.ts';
import { createMoveAlong } from './status-move-along.ts';
import type { MoveAlongParts } from './status-move-along.ts';
import type { HouseView, StatusView } from './views.ts';

export interface StatusRouteParts extends MoveAlongParts {
  siteUrl: string;
  secret: string;
  waitlist: Pick<
    Waitlist,
    'findBySubmission' | 'findInvitation' | 'leave' | 'setShortNotice' | 'history' | 'closedRetreats' | 'isAlumna' | 'setAlumna'
  > &
    HouseFormParts['waitlist'] &
    MoveAlongParts['waitlist'];
  invitationSettings: InvitationSettings;
  /** Counts the corrections and the saved house facts of one entry together. */
  saveRate: RateLimit;
  pages: Pages;
  onStored: () => void;
  /** Called with the reason why something could not be saved, and nothing that a founder typed. */
  report: (error: unknown, reference: string) => void;
}

/**
 * A correction as it was sent: the answers without the address, what is wrong with their bytes, and whether the short-notice box was
 * checked.
 */
interface Correction {
  values: Values;
  problems: Problems;
  /** The button of the short-notice box was pressed. */
  pressedShortNotice: boolean;
  shortNotice: boolean | undefined;
}

/** The parts of the page besides the state of the entry; a part that is left out has its stored value. */
interface Shown extends PageOptions {
  saved?: boolean;
  values?: Values;
  problems?: Problems;
  notice?: string;
  shortNotice?: boolean | undefined;
  house?: HouseView;
}

const email = personWires.email;

/** A founder's status page: the state on the waitlist, the founder's details, and how to leave. The token in the mail is the key. */
export function statusRoutes(app: FastifyInstance, parts: StatusRouteParts): void {
  const { siteUrl, content, secret, waitlist, pages, now } = parts;
  const house = createHouseForm(parts);
  const later = createMoveAlong(parts);
  const anyForm = waitlistForm(content, featuredRetreat(content.retreats, now()));
  /** A correction supersedes the submission of the same form. */
  const formOf = ({ submission: { formId } }: Entry) => {
    const retreat = content.retreats.find(({ facts }) => facts.waitlist.formId === formId);
    return retreat ? waitlistForm(content, retreat) : anyForm;
  };
  const ownFields: Field[] = anyForm.fields.filter(({ wire }) => wire !== email);
  const empty: StatusView = { fields: ownFields, values: {}, problems: {}, saved: false };
  type Request = FastifyRequest<{ Params: typeof paths.status.params }>;

  async function sendPage(reply: FastifyReply, token: string, entry: Entry, shown: Shown = {}): Promise<FastifyReply> {
    const { status = 200, headers = {}, saved = false, problems = {}, notice, values = entry.submission.fields } = shown;
    const ended = await endedSeasonOf(entry);
    const asked = entry.state === 'waiting' ? (shown.shortNotice ?? entry.shortNotice) : undefined;
    const invitation = await invitationOf(entry);
    const wasSeatRevoked = entry.state === 'cancelled' && (await waitlist.history(entry.id)).at(-1)?.event === 'revoke';
    const alumna = entry.state === 'accepted' ? await waitlist.isAlumna(entry.id) : undefined;
    const form = { values, problems, notice, shortNotice: asked, house: shown.house ?? (await house.viewOf(entry)) };
    const view = { fields: ownFields, ...form, entry, ended, wasSeatRevoked, alumna, saved, invitation, ...(await later.viewOf(entry)) };
    return pages.sendRendered(reply, paths.status(token), { status: view }, { status, headers: { ...privatePage, ...headers } });
  }
  /** Shows everything typed again, without reading the store. `typed` gets a sentence with the reason. */
  function sendUnsaved(reply: FastifyReply, token: string, error: unknown, typed: (notice: string) => Partial<StatusView>) {
    const reference = reply.request.id;
    const status = { ...empty, ...typed(notSaved(reference)) };
    parts.report(error, reference);
    return pages.sendRendered(reply, paths.status(token), { status }, { status: 503, headers: privatePage });
  }
  async function invitationOf({ invitation }: Entry): Promise<string | undefined> {
    const isValid = invitation && (await waitlist.findInvitation({ id: invitation.id }, now())).kind === 'found';
    return isValid ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }
  /** Returns the season of a founder's retreat once it has ended or was closed; undefined before. */
  async function endedSeasonOf({ retreat: slug }: Entry): Promise<string | undefined> {
    const retreat = content.retreats.find((each) => each.slug === slug);
    if (!retreat) return undefined;
    return hasEnded(retreat, now()) || (await waitlist.closedRetreats()).has(slug) ? retreat.facts.season : undefined;
  }
  const entryBehind = (token: string) => {
    const id = readSignedId(secret, 'status', token);
    return id === undefined ? undefined : waitlist.findBySubmission(id);
  };
  const sendUnknown = (reply: FastifyReply, token: string) =>
    sendLostLink(pages, reply, 'page', readSignedId(secret, 'status', token) === undefined ? 404 : 410);

  /** Both buttons send the answers and the short-notice box; a page without the box sends only one of them. */
  function correctionIn(body: Uint8Array, boxValues: string[], pressedShortNotice: boolean): Correction {
    const { values, problems } = parseFields(body, { ...anyForm, fields: ownFields });
    return {
      values,
      problems,
      pressedShortNotice,
      shortNotice: pressedShortNotice || boxValues.length > 0 ? boxValues.includes('yes') : undefined,
    };
  }

  async function correct(reply: FastifyReply, token: string, entry: Entry, correction: Correction): Promise<FastifyReply> {
    const { fields: stored, utm } = entry.submission;
    const { pressedShortNotice, shortNotice } = correction;
    const values = { ...correction.values, [email]: stored[email] as string };
    // Each change is stored and forwarded: a script with one link could keep everyone else's answers waiting.
    const retryAfterSeconds = await parts.saveRate(`entry ${entry.id}`);
    if (retryAfterSeconds > 0) {
      const limited = { status: 429, headers: { 'retry-after': String(retryAfterSeconds) }, notice: savedTooOften(retryAfterSeconds) };
      return sendPage(reply, token, entry, { ...limited, values, shortNotice });
    }
    // A founder who only checks the box has no new answers, and what was accepted once is not checked again.
    const hasNewDetails = !pressedShortNotice || Object.entries(correction.values).some(([wire, value]) => value !== (stored[wire] ?? ''));
    const problems = hasNewDetails ? { ...problemsIn(anyForm, values), ...correction.problems } : {};
    if (Object.keys(problems).length > 0) return sendPage(reply, token, entry, { status: 422, values, problems, shortNotice });

    try {
      if (hasNewDetails) {
        const id = uuid({ msecs: now().getTime() });
        // The newest answers go to the same channels as the first ones, except mail: the founder has just typed them.
        const deliveries = parts.planDeliveries({ formKind: 'waitlist', state: 'accepted' }).filter(({ channel }) => channel !== 'mail');
        const form = formOf(entry);
        await parts.submissions.record({
          submission: { id, form, values, utm, receivedAt: now(), retreat: entry.retreat },
          state: 'accepted',
          deliveries,
          shortNotice,
        });
      } else if (shortNotice !== undefined) await waitlist.setShortNotice(entry.id, shortNotice);
    } catch (error) {
      return sendUnsaved(reply, token, error, (notice) => ({ values, shortNotice, notice }));
    }
    parts.onStored();
    return sendSaved(reply, token, entry);
  }

  const sendSaved = async (reply: FastifyReply, token: string, entry: Entry, shown: Shown = { saved: true }): Promise<FastifyReply> =>
    sendPage(reply, token, (await waitlist.findBySubmission(entry.submission.id)) ?? entry, shown);

  async function leave({ id }: Entry): Promise<void> {
    await waitlist.leave(id, parts.invitationSettings, now()).catch((error: unknown) => {
      // The button was pressed twice: the founder has left already.
      if (!(error instanceof EntryRefused)) throw error;
    });
  }

  app.get(paths.status.route, async ({ params: { token } }: Request, reply) => {
    const entry = await entryBehind(token);
    return entry ? sendPage(reply, token, entry) : sendUnknown(reply, token);
  });
  app.post(paths.status.route, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, siteUrl);
    const body = await readBody(postOf(request));
    const sent = new URLSearchParams(Buffer.from(body).toString());
    const action = pressedButton(sent, 'action');
    const pressedShortNotice = action === 'notice';
    const correction =
      pressedShortNotice || action === 'details' ? correctionIn(body, sent.getAll('short_notice'), pressedShortNotice) : undefined;
    let entry: Entry | undefined;
    let savedView: Shown | undefined;
    try {
      entry = await entryBehind(token);
      if (entry && action === 'house') savedView = await house.save(entry, body);
    } catch (error) {
      if (action === 'house') return sendUnsaved(reply, token, error, (notice) => ({ house: house.typed(body, notice) }));
      if (!correction) throw error;
      const { values, shortNotice } = correction;
      return sendUnsaved(reply, token, error, (notice) => ({ values, shortNotice, notice }));
    }
    if (!entry) return sendUnknown(reply, token);
    if (savedView) return sendSaved(reply, token, entry, savedView);
    // A page that was loaded before the entry or its retreat ended still has these forms; it gets the current state.
    const hasRetreatEnded = (await endedSeasonOf(entry)) !== undefined;
    if (correction)
      return isActive(entry.state) && !hasRetreatEnded ? correct(reply, token, entry, correction) : sendPage(reply, token, entry);
    if (action === 'leave' && hasRetreatEnded) return sendPage(reply, token, entry);
    if (action === 'alumnae') {
      if (entry.state !== 'accepted') return sendPage(reply, token, entry);
      const { text, label } = content.afterwards.retreat.alumnae;
      await waitlist.setAlumna(entry.id, sent.has('alumnae') ? `${text} ${label}` : null, now());
      return sendSaved(reply, token, entry);
    }
    if (action !== 'leave' && action !== 'move') throw new HttpError(400, { headers: privatePage });
    await (action === 'move' ? later.moveAlong(entry) : leave(entry));
    parts.onStored();
    return sendSaved(reply, token, entry, { saved: action === 'leave' });
  });
}
