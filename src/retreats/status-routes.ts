import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Content } from '../content/content.ts';
import { HttpError } from '../http/http-error.ts';
import { assertOwnOrigin } from '../http/origin.ts';
import { privatePage } from '../http/pages.ts';
import { postOf, pressedButton } from '../http/post.ts';
import { readBody } from '../http/read-body.ts';
import { paths } from '../paths.ts';
import type { Waitlist } from './repository.ts';
import type { Entry } from './repository/entries.ts';
import { EntryRefused } from './repository/transitions.ts';
import { isActive } from './state-machine.ts';
import { createDetailsForm } from './status-details.ts';
import type { DetailsFormParts } from './status-details.ts';
import { createHouseForm } from './status-house.ts';
import type { HouseFormParts } from './status-house.ts';
import { createMoveAlong } from './status-move-along.ts';
import type { MoveAlongParts } from './status-move-along.ts';
import { createStatusPage } from './status-page.ts';
import type { StatusPageParts } from './status-page.ts';
import type { InvitationSettings } from './invitation-settings.ts';
import type { StatusPageOptions, StatusView } from './views.ts';

export interface StatusRouteParts extends StatusPageParts, DetailsFormParts, HouseFormParts, MoveAlongParts {
  siteUrl: string;
  content: Content;
  waitlist: StatusPageParts['waitlist'] &
    DetailsFormParts['waitlist'] &
    HouseFormParts['waitlist'] &
    MoveAlongParts['waitlist'] &
    Pick<Waitlist, 'leave' | 'setAlumna'>;
  invitationSettings: InvitationSettings;
  /** Called when deliveries may have been stored. */
  onStored: () => void;
}

/** A part of the page that a founder fills in, with a button of its own. */
interface Part {
  /** Returns whether a post has something else in this part than what is stored. */
  isChanged: (entry: Entry, body: Uint8Array) => Promise<boolean>;
  /** Stores what a post has in this part, and returns what the page then shows. Throws HttpError, StoreUnavailable. */
  save: (entry: Entry, body: Uint8Array) => Promise<StatusPageOptions>;
}

interface Button {
  /**
   * Does what the button says, and returns what the page then shows. A page that was loaded before the state of the entry or its retreat
   * changed still has buttons that no longer apply: they do nothing, and the founder gets the current page.
   */
  press: (entry: Entry, body: Uint8Array) => Promise<StatusPageOptions>;
  /** Returns what was typed, with the reason why it was not saved. A button without it sends nothing typed. */
  typed?: (body: Uint8Array, notice: string) => Partial<StatusView>;
}

/** A founder's status page: the state on the waitlist, the founder's details, and how to leave. The token in the mail is the key. */
export function statusRoutes(app: FastifyInstance, parts: StatusRouteParts): void {
  const { content, waitlist, now } = parts;
  const details = createDetailsForm(parts);
  const house = createHouseForm(parts);
  const later = createMoveAlong(parts);
  const page = createStatusPage(parts, { fields: details.fields, house, later });
  const hasEnded = async (entry: Entry) => (await page.endedSeasonOf(entry)) !== undefined;

  const correction = (pressedShortNotice: boolean): Part => ({
    isChanged: details.isChanged,
    async save(entry, body) {
      if (!isActive(entry.state) || (await hasEnded(entry))) return {};
      const shown = await details.save(entry, body, pressedShortNotice);
      parts.onStored();
      return shown;
    },
  });
  const alumnae: Part = {
    async isChanged({ id, state }, body) {
      const values = consentIn(body);
      return state === 'accepted' && values.length > 0 && values.includes('yes') !== (await waitlist.isAlumna(id));
    },
    async save({ id, state }, body) {
      if (state !== 'accepted') return {};
      const { text, label } = content.afterwards.retreat.alumnae;
      await waitlist.setAlumna(id, consentIn(body).includes('yes') ? `${text} ${label}` : null, now());
      return { saved: true };
    },
  };

  /** Saves the part of the button that was pressed, and every other part of the same form that was changed. */
  const saving = (pressed: Part, others: Part[]): Button['press'] =>
    async function press(entry, body) {
      const shown = [await pressed.save(entry, body)];
      for (const part of others) if (await part.isChanged(entry, body)) shown.push(await part.save(entry, body));
      const status = Math.max(...shown.map((each) => each.status ?? 200));
      return { ...Object.assign({}, ...shown), status, saved: shown.every(({ saved }) => saved) } as StatusPageOptions;
    };

  const buttons: Record<string, Button> = {
    details: {
      press: saving(correction(false), [house, alumnae]),
      typed: (body, notice) => ({ ...details.typed(body, false, notice), house: house.typed(body) }),
    },
    notice: {
      press: saving(correction(true), []),
      typed: (body, notice) => details.typed(body, true, notice),
    },
    house: {
      press: saving(house, [correction(false), alumnae]),
      typed: (body, notice) => ({ ...details.typed(body, false), house: house.typed(body, notice) }),
    },
    alumnae: { press: saving(alumnae, [house, correction(false)]) },
    leave: {
      async press(entry) {
        if (await hasEnded(entry)) return {};
        await waitlist.leave(entry.id, parts.invitationSettings, now()).catch((error: unknown) => {
          // The button was pressed twice: the founder has left already.
          if (!(error instanceof EntryRefused)) throw error;
        });
        parts.onStored();
        return { saved: true };
      },
    },
    move: {
      async press(entry) {
        await later.moveAlong(entry);
        parts.onStored();
        return {};
      },
    },
  };
  type Request = FastifyRequest<{ Params: typeof paths.status.params }>;

  app.get(paths.status.route, async ({ params: { token } }: Request, reply) => {
    const entry = await page.entryBehind(token);
    return entry ? page.send(reply, token, entry) : page.sendUnknown(reply, token);
  });
  app.post(paths.status.route, async (request: Request, reply) => {
    const { token } = request.params;
    assertOwnOrigin(request, parts.siteUrl);
    const body = await readBody(postOf(request));
    const action = pressedButton(fieldsOf(body), 'action');
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

const fieldsOf = (body: Uint8Array) => new URLSearchParams(Buffer.from(body).toString());
/** Returns the values of the alumnae's box; none if it was not on the page. */
const consentIn = (body: Uint8Array) => fieldsOf(body).getAll('alumnae');
