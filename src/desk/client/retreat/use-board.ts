import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { useData } from '../api.ts';

/** Which founders the board shows, apart from those with a seat or an invitation, and in which order. Empty texts filter nothing. */
export const noFilter = {
  search: '',
  size: '',
  /** The key of a brand. */
  brand: '',
  /** A day: 2026-11-21. */
  since: '',
  order: '',
};

export type BoardFilter = typeof noFilter;

/** Whether a filter leaves founders out. */
export const isFiltering = ({ search, size, brand, since }: BoardFilter) => [search, size, brand, since].some((text) => text !== '');

/** A part of a board. */
interface BoardPart {
  filter: BoardFilter;
  /** How many founders a column shows. */
  limit: number;
}

/** Returns the parameters of a request for a part, with the first instant of the day on the organizer's own clock. */
const parametersOf = ({ filter: { since, ...filter }, limit }: BoardPart) => ({
  ...filter,
  since: since && new Date(`${since}T00:00`).toISOString(),
  limit: String(limit),
});

/** Gets the board of a retreat, or a part of it; without one, as many founders as the server sends by default. */
export function useBoard(retreat: string, part?: BoardPart) {
  const query = new URLSearchParams({ retreat, ...(part && parametersOf(part)) });
  return useData<RetreatBoard>(`/api/retreat?${query}`, ['entries', 'submissions', 'deliveries']);
}
