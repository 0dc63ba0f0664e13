import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { useData } from '../api.ts';

/** Gets the board of a retreat, with the founders that a query selects. */
export const useBoard = (query: URLSearchParams | string) => useData<RetreatBoard>(`/api/retreat?${query}`, ['entries', 'submissions']);
