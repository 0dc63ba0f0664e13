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

interface Selection {
  filter: BoardFilter;
  /** How many founders a column shows. */
  limit: number;
}

/** Returns a selection as the desk's server reads it, with the first instant of the day on the organizer's own clock. */
const parametersOf = ({ filter: { since, ...filter }, limit }: Selection) => ({
  ...filter,
  since: since && new Date(`${since}T00:00`).toISOString(),
  limit: String(limit),
});

/** Gets the board of a retreat, with the founders that are selected; by default as many as the server sends. */
export function useBoard(retreat: string, selection?: Selection) {
  const query = new URLSearchParams({ retreat, ...(selection && parametersOf(selection)) });
  return useData<RetreatBoard>(`/api/retreat?${query}`, ['entries', 'submissions']);
}
