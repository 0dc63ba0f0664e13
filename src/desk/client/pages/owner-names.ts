import type { OwnerNames } from '../../../editing/place.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import { useData } from '../api.ts';

/** Returns the names of the retreats and workshops of the draft. */
export const useOwnerNames = (): OwnerNames => useData<DraftState>('/api/pages', []).data?.names ?? {};
