import { entryStates } from '../../retreats/state-machine.ts';
import { founderOf } from '../../retreats/founder.ts';
import type { Entry } from '../../retreats/repository/entries.ts';
import { brandKey } from './brand.ts';
import type { FounderCard, RetreatView } from './shapes.ts';

/** How many of those who wait, or whose way has ended, are shown at once; a search finds the others. */
const shown = 100;

/** The board: everyone who has a seat or an invitation, and of the long columns the first whom the search finds. */
export function retreatView(entries: readonly Entry[], search: string): RetreatView {
  const counts = Object.fromEntries(entryStates.map((state) => [state, 0])) as RetreatView['counts'];
  const taken = { ...counts };
  const sought = search.normalize('NFC').toLowerCase();
  const cards: FounderCard[] = [];
  for (const entry of entries) {
    counts[entry.state] += 1;
    const seated = entry.state === 'accepted' || entry.state === 'invited';
    if (!seated && (taken[entry.state] >= shown || !found(entry, sought))) continue;
    taken[entry.state] += 1;
    cards.push(cardOf(entry));
  }
  return { counts, cards };
}

function found({ submission: { fields } }: Entry, sought: string): boolean {
  return sought === '' || Object.values(fields).join('\n').normalize('NFC').toLowerCase().includes(sought);
}

function cardOf(entry: Entry): FounderCard {
  const { id, state, firstName, lastName, brand, systemSize, receivedAt } = founderOf(entry);
  return {
    id,
    submissionId: entry.submission.id,
    state,
    name: `${firstName} ${lastName}`.trim(),
    brand,
    brandKey: brandKey(brand),
    systemSize,
    joinedAt: receivedAt,
    atHead: entry.headSince !== null,
    shortNotice: entry.shortNotice,
    invitation: entry.invitation && { note: entry.invitation.note, expiresAt: entry.invitation.expiresAt },
  };
}
