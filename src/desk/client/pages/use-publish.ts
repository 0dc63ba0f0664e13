import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PublishState } from '../../../editing/editing.ts';
import { queryClient, useChange } from '../api.ts';
import { notResponding, request } from '../request.ts';

const queryKey = ['/api/pages/publish'];
const pollMs = 500;

/** Ten seconds: publishing may restart the desk. If it does not respond for longer, there is another reason. */
const maxFailedPolls = 20;

const isUnderWay = ({ state }: PublishState): boolean => state === 'building' || state === 'switching';

export type Publishing = ReturnType<typeof usePublish>;

/** Starts a publish, or the undo of the last one, and follows the one that runs until it has ended. */
export function usePublish(path: '/api/pages/publish' | '/api/pages/undo-publish') {
  const { mutate, variables: lastStart, isPending: isStarting, isSuccess: isStarted, error } = useChange<PublishState>();
  const isUnanswered = error?.message === notResponding;
  const { data, isError: isSilent } = useQuery({
    queryKey,
    queryFn: () => request<PublishState>('/api/pages/publish'),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data && isUnderWay(state.data) && pollMs,
    retry: maxFailedPolls,
    retryDelay: pollMs,
  });
  const isRunning = data !== undefined && isUnderWay(data);

  useEffect(() => {
    if (!isRunning) return undefined;
    // The end of a run changes what else is on the screen.
    return () => void queryClient.invalidateQueries();
  }, [isRunning]);

  function start(body: { seen: string | undefined; resolved?: object[] }): void {
    // After a lost response, what is on the screen may be newer than what the organizer decided about.
    const change = (isUnanswered && lastStart) || { path, body };
    mutate(change, { onSuccess: (state) => queryClient.setQueryData<PublishState>(queryKey, state) });
  }

  return {
    /** Undefined before the start, unless one runs that was not started here, or whose response was lost. */
    progress: isStarted || isRunning ? data : undefined,
    /** Why it was not started. */
    refusal: error?.message,
    /** Whether the response to the last start was lost, so that it may be under way or done. */
    isUnanswered,
    /** Whether the start has no response yet. A second start would be refused, and its refusal would be shown instead of the progress. */
    isStarting,
    isRunning,
    isSilent,
    /** Whether the dialog must stay open. */
    isBusy: isStarting || (isStarted && isRunning && !isSilent),
    /** Whether the changes can still be read and published. */
    isReviewing: !isRunning && !(isStarted && data?.state === 'live'),
    /** Starts it, or sends the last start again if its response was lost: the server refuses it if it is done. */
    start,
  };
}
