import { capitalize, instantFormatter, pluralize, workshopName } from '../../content/format.ts';
import { mailTitles } from '../../editing/preview/mail-titles.ts';
import { systemSizes } from '../../forms/fields.ts';
import type { Submission } from '../../forms/submission.ts';
import type { SiteFacts } from '../server/context.ts';
import type { DeliveryRow } from '../server/routes/deliveries.ts';
import type { DeliveryKinds } from '../../outbox/kinds.ts';
import type { Delivery } from '../../outbox/repository.ts';

/** Instants by the organizer's own clock. */
export const dayText = instantFormatter({ day: 'numeric', month: 'long' });
/** A founder can wait for more than a year, so the day has its year. */
export const mediumDayText = instantFormatter({ dateStyle: 'medium' });
export const longDayText = instantFormatter({ dateStyle: 'long' });
export const momentText = instantFormatter({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' });
/** With seconds, for what can happen twice in a minute. */
export const exactMomentText = instantFormatter({ dateStyle: 'medium', timeStyle: 'medium' });
export const clockText = instantFormatter({ hour: 'numeric', minute: '2-digit', second: '2-digit' });

export const formLabels: Record<Submission['formKind'], string> = { waitlist: 'Waitlist', workshop: 'Workshop' };

export const deliveryLabels: Record<Delivery['state'], string> = { parked: 'Parked', due: 'On its way', delivered: 'Delivered' };

/** Returns the state of a delivery. An email in a file has reached nobody. */
export const deliveryText = ({ state, isInFile }: Pick<DeliveryRow, 'state' | 'isInFile'>) =>
  state === 'delivered' && isInFile ? 'Written to a file' : deliveryLabels[state];

/** Returns when a delivery arrived, is tried next, or was created, if it is no longer tried. */
export const deliveryMoment = ({ state, createdAt, deliveredAt, nextAttemptAt }: Delivery): string =>
  deliveredAt ?? (state === 'due' ? nextAttemptAt : createdAt);

/** The retreats, to choose one of, the latest first. The season is in front: a menu on a phone has no room for its end. */
export const retreatOptions = ({ retreats }: Pick<SiteFacts, 'retreats'>) =>
  retreats.toReversed().map(({ slug, name, season }) => [slug, `${season}: ${name}`] as const);

/** The workshops, to choose one of, the latest first. */
export const workshopOptions = (workshops: SiteFacts['workshops']) =>
  workshops.toReversed().map((workshop) => [workshop.slug, workshopName(workshop)] as const);

export const sizeOptions = systemSizes.map((size) => [size, size] as const);

/** The forms, to choose one of: those of the workshops, then those of the retreats, each the latest first. */
export const formOptions = ({ forms }: Pick<SiteFacts, 'forms'>) => forms.toReversed().map(({ id, name }) => [id, name] as const);

/** Says what a retry did. Others can have retried or erased everything in the meantime. */
export const retriedText = (count: number, facts: Pick<SiteFacts, 'signedIn'>) =>
  count === 0
    ? 'Nothing was retried: it was delivered, retried or erased in the meantime.'
    : `${pluralize(count, 'delivery is', 'deliveries are')} retried now${whileSiteRuns(facts)}.`;

/** Says that the emails of invitations are about to be sent, or what to do instead if they cannot be. */
export const mailIsDueText = (facts: Pick<SiteFacts, 'signedIn' | 'sendsMail'>, count = 1) =>
  facts.sendsMail
    ? `The ${count === 1 ? 'email' : 'emails'} will go out immediately${whileSiteRuns(facts)}.`
    : `${noMailServer}${count === 1 ? ' Send the link yourself.' : ''}`;

/**
 * Ends a sentence about deliveries, which the site makes. The desk to which organizers sign in is part of the running site; the desk on the
 * server's own screen is another process, and the site may be stopped.
 */
const whileSiteRuns = ({ signedIn }: Pick<SiteFacts, 'signedIn'>) => (signedIn ? '' : ', or as soon as the site is running');

export const noMailServer = 'No mail server is set: emails are written to files, and reach nobody.';

const kinds: Record<DeliveryKinds[keyof DeliveryKinds], string> = {
  ...mailTitles,
  submission: 'Sign-up to the provider',
  'submission.accepted': 'Sign-up',
  'invitation.answered': 'Invitation answered',
  'invitation.lapsed': 'Invitation lapsed',
  'invitation.revoked': 'Invitation withdrawn or seat cancelled',
  'entry.left': 'A founder left',
  'person.erased': 'A person was erased',
  letter: 'Letter',
  'letter-test': 'Test of a letter',
};

/** Returns what a delivery is; a kind of another version is shown by its name. */
export const kindText = (kind: string) => (kinds as Partial<Record<string, string>>)[kind] ?? capitalize(kind.replaceAll(/[-.]/gu, ' '));

/** Returns whether a text has every word of a search. */
export function hasEveryWord(text: string, search: string): boolean {
  const inText = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => inText.includes(word));
}
