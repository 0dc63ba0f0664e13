import { parseForm } from '../http/form-post.ts';
import { Refused } from '../refused.ts';
import type { Entry } from './repository/entries.ts';
import { EntryEnded, wasStored } from './repository/entry-ended.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import { isActive } from './entry-states.ts';
import type { DetailsButton } from './status-details.ts';
import type { StatusForms } from './status-view.ts';
import type { CorrectionsView, StatusPageOptions } from './views.ts';

/** A part of the page that a founder fills in, with a button of its own. */
interface Part {
  /** Returns whether a post has something else in this part than what is stored. */
  isChanged: (entry: Entry, body: Uint8Array) => Promise<boolean>;
  /** Stores what a post has in this part, and returns what the page then shows. Throws HttpError, StoreUnavailable. */
  save: (entry: Entry, body: Uint8Array) => Promise<StatusPageOptions>;
}

interface StatusButton {
  /**
   * Does what the button says, and returns what the page then shows. A page that was loaded before the state of the entry or its retreat
   * changed still has buttons that no longer apply: they do nothing, and the founder gets the current page.
   */
  press: (entry: Entry, body: Uint8Array) => Promise<StatusPageOptions>;
  /** Returns what was typed, with the reason why it was not saved. A button without it sends nothing typed. */
  typed?: (body: Uint8Array, notice: string) => CorrectionsView;
}

/** Returns the buttons of a founder's status page, by their value of `action`. `hasEnded`: whether the retreat of an entry has ended. */
export function createStatusButtons(
  parts: RetreatRouteParts,
  { details, house, moveAlong }: StatusForms,
  hasEnded: (entry: Entry) => Promise<boolean>,
): Record<string, StatusButton> {
  const { waitlist, invitationSettings, onStored, now } = parts;
  const alumnae = alumnaePart(parts);
  const correction = (button: DetailsButton): Part => ({
    isChanged: details.isChanged,
    async save(entry, body) {
      if (!isActive(entry.state) || (await hasEnded(entry))) return {};
      const options = await details.save(entry, body, button);
      onStored();
      return options;
    },
  });
  return {
    details: {
      press: saving(correction('details'), [house, alumnae]),
      typed: (body, notice) => ({ ...details.typed(body, 'details', notice), house: house.typed(body) }),
    },
    notice: {
      press: saving(correction('notice'), []),
      typed: (body, notice) => ({ ...details.typed(body, 'notice'), shortNoticeUnsaved: notice }),
    },
    house: {
      press: saving(house, [correction('details'), alumnae]),
      typed: (body, notice) => ({ ...details.typed(body, 'details'), house: house.typed(body, notice) }),
    },
    alumnae: { press: saving(alumnae, [house, correction('details')]) },
    leave: {
      async press(entry) {
        if (await hasEnded(entry)) return {};
        const left = waitlist.leave(entry.id, invitationSettings, now()).catch((error: unknown) => {
          // The button was pressed twice: the founder has left already.
          if (!(error instanceof Refused) || error instanceof EntryEnded) throw error;
        });
        if (!(await wasStored(left))) return {};
        onStored();
        return { isSaved: true };
      },
    },
    move: {
      async press(entry) {
        await moveAlong.move(entry);
        onStored();
        return {};
      },
    },
  };
}

/** The box with which a founder who has a seat agrees to be kept in touch after the retreat. */
const alumnaePart = ({ content, waitlist, now }: RetreatRouteParts): Part => ({
  async isChanged({ id, state }, body) {
    const values = consentIn(body);
    return state === 'accepted' && values.length > 0 && values.includes('yes') !== (await waitlist.isAlumna(id));
  },
  async save({ id, state }, body) {
    if (state !== 'accepted') return {};
    const { text, label } = content.afterwardsWords.retreat.alumnae;
    await waitlist.setAlumna(id, consentIn(body).includes('yes') ? `${text} ${label}` : null, now());
    return { isSaved: true };
  },
});

/** Returns the values of the alumnae's box; none if it was not on the page. */
const consentIn = (body: Uint8Array) => parseForm(body).getAll('alumnae');

/** Saves the part of the button that was pressed, and every other part of the same form that was changed. */
const saving = (pressed: Part, others: Part[]): StatusButton['press'] =>
  async function press(entry, body) {
    let shown = await pressed.save(entry, body);
    for (const part of others) if (await part.isChanged(entry, body)) shown = merge(shown, await part.save(entry, body));
    return shown;
  };

/** Returns what the page shows of two parts: that it was saved only if both were. */
const merge = (first: StatusPageOptions, second: StatusPageOptions): StatusPageOptions => ({
  ...first,
  ...second,
  status: Math.max(first.status ?? 200, second.status ?? 200),
  isSaved: first.isSaved && second.isSaved,
});
