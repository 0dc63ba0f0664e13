import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { SiteFacts } from '../server/context.ts';
import type { LiveEvent } from '../server/live.ts';
import { post, request } from './request.ts';

export type Subject = keyof LiveEvent['versions'];

declare module '@tanstack/react-query' {
  interface Register {
    /** What the response is made of: it is requested again when one of them changes. */
    queryMeta: { subjects?: Subject[] };
  }
}

/**
 * The desk's server says what changed (live.tsx). It may be on this machine, where a lost network does not matter; a
 * failure is shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', onSuccess: () => void queryClient.invalidateQueries() },
  },
});

/** Returns whether the signed-in person is a reader. The server refuses every change of a reader, so the page offers none. */
export const isReader = ({ signedIn }: SiteFacts): boolean => signedIn?.role === 'reader';

/**
 * Gets data, and gets it again when its subjects change. The last data stays until the next arrives, but not if the next cannot be loaded.
 */
export function useData<Data>(path: string, subjects: Subject[]) {
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<Data>(path, { signal }),
    meta: { subjects },
    placeholderData: keepPreviousData,
  });
  return { data, error: error?.message };
}

interface Change {
  path: string;
  body: object;
}

/** Changes something; everything on the screen is requested again afterwards. */
export const useChange = <Result>() => useMutation({ mutationFn: ({ path, body }: Change) => post<Result>(path, body) });
