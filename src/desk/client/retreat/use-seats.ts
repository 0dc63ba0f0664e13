import type { SiteFacts } from '../../server/context.ts';
import type { FounderCard, RetreatBoard } from '../../server/routes/retreat.ts';
import { useData } from '../api.ts';

/** Returns how many seats a retreat has, the founders who have one or are invited, and what is wrong with the dates that an invitation shows; undefined until the desk has said it. */
export function useSeats(facts: SiteFacts, retreat: string): { capacity: number; seated: FounderCard[]; warnings: string[] } | undefined {
  const { data } = useData<RetreatBoard>(`/api/retreat?${new URLSearchParams({ retreat })}`, ['entries', 'submissions']);
  const capacity = facts.retreats.find(({ slug }) => slug === retreat)?.capacity ?? 0;
  return (
    data && { capacity, seated: data.cards.filter(({ state }) => state === 'accepted' || state === 'invited'), warnings: data.warnings }
  );
}
