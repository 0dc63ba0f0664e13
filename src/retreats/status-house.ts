import { problemsIn } from '../forms/validate.ts';
import { savedTooOftenNotice } from '../submissions/redisplay.ts';
import { parseFields } from '../submissions/parse-fields.ts';
import { houseFactsIn, houseFields, problemWithArrival, type HouseFacts } from './house-facts.ts';
import type { Entry } from './repository/entries.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { FormView, StatusPageOptions } from './views.ts';

/** The part of the status page that asks a founder with a seat for house facts, until the retreat begins. */
export function createHouseForm({ content, waitlist, invitationSettings, countSave, now }: RetreatRouteParts) {
  const form = { fields: houseFields };
  const asks = ({ state, retreat }: Entry): boolean => {
    const startsAt = invitationSettings.retreats.get(retreat)?.startsAt;
    return state === 'accepted' && (startsAt === undefined || now() < startsAt);
  };
  return {
    /** Returns the view of an entry's house facts; undefined if the page does not ask for them. */
    async viewOf(entry: Entry): Promise<FormView | undefined> {
      if (!asks(entry)) return undefined;
      return { values: { ...(await waitlist.findHouseFacts(entry.id)) }, problems: {} };
    },

    /** Returns whether a post of the page has other house facts than the stored ones; without their fields it has none. */
    async isChanged(entry: Entry, body: Uint8Array): Promise<boolean> {
      const { values } = parseFields(body, form);
      if (!asks(entry) || Object.keys(values).length === 0) return false;
      const stored = await waitlist.findHouseFacts(entry.id);
      return Object.entries(houseFactsIn(values)).some(([name, value]) => value !== (stored?.[name as keyof HouseFacts] ?? ''));
    },

    /**
     * Stores a post of the form. A page that was loaded before the state changed shows the current state. Throws HttpError,
     * StoreUnavailable.
     */
    async save(entry: Entry, body: Uint8Array): Promise<StatusPageOptions> {
      if (!asks(entry)) return {};
      const { values, problems: damaged } = parseFields(body, form);
      const retryAfterSeconds = await countSave(`entry ${entry.id}`);
      if (retryAfterSeconds > 0)
        return {
          status: 429,
          headers: { 'retry-after': String(retryAfterSeconds) },
          house: { values, problems: {}, notice: savedTooOftenNotice(retryAfterSeconds) },
        };
      const retreat = content.retreats.find(({ slug }) => slug === entry.retreat);
      const arrival = retreat && problemWithArrival(values['arrival'] ?? '', retreat);
      const problems = { ...(arrival && { arrival }), ...problemsIn(form, values), ...damaged };
      if (Object.keys(problems).length > 0) return { status: 422, house: { values, problems } };
      return { isSaved: await waitlist.saveHouseFacts(entry.id, houseFactsIn(values), now()) };
    },

    /** Returns the form with everything typed and the reason why it was not saved; undefined if the post has none of its fields. */
    typed(body: Uint8Array, notice?: string): FormView | undefined {
      const { values } = parseFields(body, form);
      return notice !== undefined || Object.keys(values).length > 0 ? { values, problems: {}, notice } : undefined;
    },
  };
}
