import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PublishState } from '../../../editing/editing.ts';
import { queryClient, useChange } from '../api.ts';
import { notResponding, request } from '../request.ts';

const pollMs = 500;

/** Ten seconds: publishing may restart the desk. A longer silence has another reason. */
const maxFailedPolls = 20;

const isUnderWay = ({ state }: PublishState): boolean => state === 'building' || state === 'switching';

type PublishPath = '/api/pages/publish' | '/api/pages/undo-publish';

interface Start {
  /** What the organizer has seen of the changes. */
  seen: string | undefined;
  attempt: string;
}

/** The last start of each path until it is answered: its dialog can be closed without an answer, and opened again. */
const unansweredStarts = new Map<PublishPath, Start>();

export type Publishing = ReturnType<typeof usePublish>;

/** Starts a publish, or the undo of the last one, and follows it until it has ended. */
export function usePublish(path: PublishPath) {
  const { mutate, variables: lastStart, isPending: isStarting, isSuccess: isStarted, submittedAt, error } = useChange();
  const isUnanswered = error?.message === notResponding;
  const { data, isError: isSilent } = useQuery({
    // Each start has a query of its own: the one before may have failed.
    queryKey: ['/api/pages/publish', submittedAt],
    queryFn: () => request<PublishState>('/api/pages/publish'),
    enabled: ({ state }) => isStarted && isUnderWay(state.data!),
    initialData: { state: 'building' },
    refetchInterval: pollMs,
    retry: maxFailedPolls,
    retryDelay: pollMs,
  });
  const progress = isStarted ? data : undefined;
  const isRunning = progress !== undefined && isUnderWay(progress);

  const hasEnded = progress !== undefined && !isRunning;
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries();
  }, [hasEnded]);

  function start(body: { seen: string | undefined; resolved?: object[] }): void {
    const unanswered = unansweredStarts.get(path);
    // While the changes are the same, the unanswered start is not done: it has failed, is under way, or did not arrive.
    const attempt = unanswered && unanswered.seen === body.seen ? unanswered.attempt : crypto.randomUUID();
    const change = isUnanswered ? lastStart! : { path, body: { ...body, attempt } };
    if (!isUnanswered) unansweredStarts.set(path, { seen: body.seen, attempt });
    const onSettled = (_result: unknown, failure: Error | null) => {
      if (failure?.message !== notResponding) unansweredStarts.delete(path);
    };
    mutate(change, { onSettled });
  }

  return {
    /** Undefined before the start. */
    progress,
    /** Why it was not started. */
    refusal: error?.message,
    /** Whether the response to the last start was lost, so that it may be under way or done. */
    isUnanswered,
    /** Whether the start has no response yet. A second start would be refused, and its refusal would be shown instead of the progress. */
    isStarting,
    isRunning,
    isSilent,
    /** Whether the dialog must stay open. */
    isBusy: isStarting || (isRunning && !isSilent),
    /** Whether the changes can still be read and published. */
    isReviewing: !isRunning && progress?.state !== 'live',
    /** Starts it, or sends the last start again if its response was lost: the desk then follows that one. */
    start,
  };
}
