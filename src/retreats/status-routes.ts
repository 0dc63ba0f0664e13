import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { createMoveAlong } from './status-move-along.ts';
import { createStatusPage } from './status-page.ts';
import type { StatusPageParts } from './status-page.ts';
import type { InvitationSettings } from './invitation-settings.ts';
import type { StatusPageOptions, StatusView } from './views.ts';

export interface StatusRouteParts extends StatusPageParts, DetailsFormParts {
  siteUrl: string;
  waitlist: StatusPageParts['waitlist'] & DetailsFormParts['waitlist'] & Pick<Waitlist, 'leave' | 'setAlumna'>;
  invitationSettings: InvitationSettings;
  /** Called when deliveries may have been stored. */
  onStored: () => void;
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
  const page = createStatusPage(parts, details.fields);
  const hasEnded = async (entry: Entry) => (await page.endedSeasonOf(entry)) !== undefined;

  const correct = (pressedShortNotice: boolean): Button => ({
    async press(entry, body) {
      if (!isActive(entry.state) || (await hasEnded(entry))) return {};
      const shown = await details.save(entry, body, pressedShortNotice);
      parts.onStored();
      return shown;
    },
    typed: (body, notice) => details.typed(body, pressedShortNotice, notice),
  });
  const buttons: Record<string, Button> = {
    details: correct(false),
    notice: correct(true),
    house: {
      press: (entry, body) => house.save(entry, body),
      typed: (body, notice) => ({ house: house.typed(body, notice) }),
    },
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
    alumnae: {
      async press(entry, body) {
        if (entry.state !== 'accepted') return {};
        const { text, label } = content.afterwards.retreat.alumnae;
        const consents = new URLSearchParams(Buffer.from(body).toString()).has('alumnae');
        await waitlist.setAlumna(entry.id, consents ? `${text} ${label}` : null, now());
        return { saved: true };
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
