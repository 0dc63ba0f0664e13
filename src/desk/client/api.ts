import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import type { LiveEvent } from '../server/live.ts';

export type Subject = keyof LiveEvent['versions'];

declare module '@tanstack/react-query' {
  interface Register {
    /** What the response is made of: it is requested again when one of them changes. */
    queryMeta: { subjects?: Subject[] };
  }
}

/** The desk's server says what changed (live.tsx), and is on this machine: a lost network does not matter, and a failure is shown at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { networkMode: 'always', onSuccess: () => void queryClient.invalidateQueries() },
  },
});

const notResponding =
  'The desk is not responding. Is it still open? If not, run bin/organizer desk again and open the address that it prints.';

/** Throws an Error whose message the organizer can act on. */
async function request<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw new Error(notResponding, { cause });
  });
  if (response.ok) return (await response.json()) as Result;
  const { message } = (await response.json().catch(() => ({ message: notResponding }))) as { message: string };
  throw new Error(message);
}

/** Gets data, and gets it again when its subjects change. The last data stays until the next arrives, but not if the next cannot be loaded. */
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
export const useChange = <Result>() =>
  useMutation({
    mutationFn: ({ path, body }: Change) =>
      request<Result>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
