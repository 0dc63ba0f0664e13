import { QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { LiveEvent } from '../server/live.ts';
import { notResponding, post, request } from './request.ts';

export type Subject = keyof LiveEvent['versions'];

declare module '@tanstack/react-query' {
  interface Register {
    /** What the response contains: it is requested again when one of them changes. */
    queryMeta: { subjects?: Subject[] };
  }
}

/**
 * The desk's server says what changed (live.ts). It may be on this machine, where a lost network does not matter; a
 * failure is shown immediately.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { networkMode: 'always' },
  },
});

/** The parameters that say what a path is about. The others choose a part of it, as a filter does. */
const identifying = ['retreat', 'workshop', 'file', 'pointer'];

/** Returns a key for what a path is about: the same text for two paths that differ only in their filters. */
function resourceKeyOf(path: string): string {
  const { pathname, searchParams } = new URL(path, location.origin);
  return JSON.stringify([pathname, ...identifying.map((name) => searchParams.get(name))]);
}

/**
 * Gets data, and gets it again when its subjects change. The last data stays until the next arrives. It is dropped if the next cannot be
 * loaded or is about another thing: otherwise a form would show the value of one place as that of another.
 * `isPrevious`: the next data has not arrived yet.
 */
export function useData<Data>(path: string, subjects: Subject[]) {
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<Data>(path, { signal }),
    meta: { subjects },
    // Without subjects, no event reports a change of the data since it was last shown.
    refetchOnMount: subjects.length > 0 || 'always',
    placeholderData: (previous, query) =>
      query && resourceKeyOf(query.queryKey[0] as string) === resourceKeyOf(path) ? previous : undefined,
  });
  return { data, error: error?.message, isPrevious: isPlaceholderData };
}

export interface ChangeRequest {
  path: string;
  body: object;
}

/**
 * Requests everything on the screen again after a change: even after a refusal, since somebody else may have changed it, and after a
 * response that was lost, since the change may have been made. While the desk does not respond, it is asked only once: otherwise each request
 * would fail, and its message would stay. Everything is requested when the desk responds again (live.ts).
 */
export function requestAgain(failure: Error | null): void {
  const response = failure?.message === notResponding ? request('/api/site') : Promise.resolve();
  response.then(() => queryClient.invalidateQueries()).catch(() => {});
}

export const useChange = <Result>() =>
  useMutation({
    mutationFn: ({ path, body }: ChangeRequest) => post<Result>(path, body),
    onSettled: (_result, error) => requestAgain(error),
  });
