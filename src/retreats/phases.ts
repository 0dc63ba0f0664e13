import type { Content } from '../content/content.ts';
import { withoutMarks } from '../content/marks.ts';
import { interpolate } from '../content/placeholders.ts';
import { isRetreatOver } from '../content/retreat-schedule.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';

/**
 * The states of a retreat's page. Each is built once, and the server picks the current one, so that no date needs a rebuild when it passes.
 * `announced`: another retreat is on the front page. `open`: it is on the front page. `full`: the same with every seat taken. `over`: its
 * last day has passed, and no other retreat is announced.
 */
type RetreatPhase = 'announced' | 'open' | 'full' | 'over';

/** Returns the phases that the page of a retreat can have. A retreat with `afterwards: keep` is always open. */
export const phasesOf = ({ facts }: Pick<RetreatContent, 'facts'>): RetreatPhase[] =>
  facts.afterwards === 'keep' ? ['announced', 'open'] : ['announced', 'open', 'full', 'over'];

/** Returns the phase of the retreat on the front page, of which founders have accepted this number of seats. */
export function frontPagePhase(retreat: RetreatContent, accepted: number, now: Date): RetreatPhase {
  if (retreat.facts.afterwards === 'keep') return 'open';
  if (isRetreatOver(retreat, now)) return 'over';
  return accepted >= retreat.facts.capacity ? 'full' : 'open';
}

/** The texts of the page that depend on the phase. */
export interface PhaseWords {
  description: string;
  callToAction: string;
  waitlist: { heading: string; text: string; frameTitle: string };
  /** A sentence on the first screen; undefined if the phase needs none. */
  notice: string | undefined;
  /** The retreat's facts, each in a few words. */
  facts: string[];
}

/** Returns the texts of a retreat's page in a phase. */
export function phaseWords(
  { afterwardsWords }: Pick<Content, 'afterwardsWords'>,
  { facts, hero }: RetreatContent,
  phase: RetreatPhase,
): PhaseWords {
  const { season, capacity, description, callToAction, waitlist } = facts;
  const { full, over } = afterwardsWords.retreat;
  if (phase === 'over') {
    const inSeason = (text: string) => interpolate(text, { season });
    // Beside a form for the next retreat, the season of this one would be read as that of the next.
    const pastSeason = withoutMarks(season);
    const lasting = hero.facts.filter((fact) => !withoutMarks(fact).includes(pastSeason));
    return { ...over, description: inSeason(over.description), notice: inSeason(over.notice), facts: lasting };
  }
  const notice = phase === 'full' ? interpolate(full.notice, { season, capacity: String(capacity) }) : undefined;
  return { description, callToAction, waitlist, notice, facts: hero.facts };
}
