import { v7 as uuid } from 'uuid';
import { featuredRetreat } from '../content/retreat-schedule.ts';
import { waitlistForm } from '../forms/fields.ts';
import type { Values } from '../forms/definition.ts';
import { personWires } from '../forms/person.ts';
import { problemsIn } from '../forms/validate.ts';
import { parseForm } from '../http/form-post.ts';
import { parseFields } from '../submissions/parse-fields.ts';
import { savedTooOftenNotice } from '../submissions/redisplay.ts';
import type { Entry } from './repository/entries.ts';
import { wasStored } from './repository/entry-ended.ts';
import type { RetreatRouteParts } from './route-parts.ts';
import type { CorrectionsView, StatusPageOptions } from './views.ts';

/** The buttons of this part by their values of `action`: one for the answers, one for the short-notice box. */
export type DetailsButton = 'details' | 'notice';

const email = personWires.email;

/** Returns whether answers differ from the stored ones; an answer that was not sent is as stored. */
const hasNewAnswers = ({ submission }: Entry, values: Values): boolean =>
  Object.entries(values).some(([wire, value]) => value !== (submission.fields[wire] ?? ''));

/** The part of the status page in which a founder corrects the answers, and offers to come on short notice. */
export function createDetailsForm({ content, waitlist, submissions, planDeliveries, countSave, now }: RetreatRouteParts) {
  const anyForm = waitlistForm(content, featuredRetreat(content.retreats, now()));
  const fields = anyForm.fields.filter(({ wire }) => wire !== email);
  /** A correction supersedes the submission of the same form. */
  const formOf = ({ submission: { formId } }: Entry) => {
    const retreat = content.retreats.find(({ facts }) => facts.waitlist.formId === formId);
    return retreat ? waitlistForm(content, retreat) : anyForm;
  };

  /**
   * Returns the answers in a post, without the address, and what is wrong with their bytes; and whether the short-notice box was checked.
   * Both buttons send the answers and the box; a page without the box sends only one of them.
   */
  function correctionIn(body: Uint8Array, button: DetailsButton) {
    const boxValues = parseForm(body).getAll('short_notice');
    const { values, problems } = parseFields(body, { ...anyForm, fields });
    const hasBox = button === 'notice' || boxValues.length > 0;
    return { values, problems, shortNotice: hasBox ? boxValues.includes('yes') : undefined };
  }

  return {
    fields,

    /** Returns whether a post of the page has other answers than the stored ones; without answers it has none. */
    isChanged: async (entry: Entry, body: Uint8Array) => hasNewAnswers(entry, correctionIn(body, 'details').values),

    /** Stores a post of the form. `button` is the one that was pressed. Throws HttpError, StoreUnavailable. */
    async save(entry: Entry, body: Uint8Array, button: DetailsButton): Promise<StatusPageOptions> {
      const { fields: stored, utm } = entry.submission;
      const { shortNotice, ...correction } = correctionIn(body, button);
      const values = { ...correction.values, [email]: stored[email] as string };
      // Each change is stored and forwarded: a script with one link could keep everyone else's answers waiting.
      const retryAfterSeconds = await countSave(`entry ${entry.id}`);
      if (retryAfterSeconds > 0) {
        const headers = { 'retry-after': String(retryAfterSeconds) };
        return { status: 429, headers, details: { values, problems: {}, notice: savedTooOftenNotice(retryAfterSeconds) }, shortNotice };
      }
      // A founder who only checks the box has no new answers, and what was accepted once is not checked again.
      const hasNewDetails = button === 'details' || hasNewAnswers(entry, correction.values);
      const problems = hasNewDetails ? { ...problemsIn({ fields }, values), ...correction.problems } : {};
      if (Object.keys(problems).length > 0) return { status: 422, details: { values, problems }, shortNotice };
      if (hasNewDetails) {
        const id = uuid({ msecs: now().getTime() });
        const recorded = submissions.record({
          submission: { id, form: formOf(entry), values, utm, receivedAt: now(), retreat: entry.retreat },
          state: 'accepted',
          // The newest answers go to the same channels as the first ones, except mail: the founder has just typed them.
          deliveries: planDeliveries({ formKind: 'waitlist', state: 'accepted' }).filter(({ channel }) => channel !== 'mail'),
          shortNotice,
          corrects: entry.submission.id,
        });
        if (!(await wasStored(recorded))) return {};
      } else if (shortNotice !== undefined) await waitlist.setShortNotice(entry.id, shortNotice);
      return { isSaved: true };
    },

    /**
     * Returns the part with everything typed and the reason why the details were not saved; without details if the post has none of their
     * fields. Throws HttpError.
     */
    typed(body: Uint8Array, button: DetailsButton, notice?: string): CorrectionsView {
      const { values, shortNotice } = correctionIn(body, button);
      return { fields, details: Object.keys(values).length > 0 ? { values, problems: {}, notice } : undefined, shortNotice };
    },
  };
}
