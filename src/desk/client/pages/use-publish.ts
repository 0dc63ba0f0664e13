import { useEffect, useState } from 'react';
import type { PublishState } from '../../../editing/editing.ts';
import { queryClient } from '../api.ts';
import { post, request } from '../request.ts';

const pollMs = 500;

/** Ten seconds. */
const maxFailedPolls = 20;

export type Publishing = ReturnType<typeof usePublish>;

/** Starts a publish, or the undo of the last one, and follows it until it has ended. */
export function usePublish(path: '/api/pages/publish' | '/api/pages/undo-publish') {
  const [progress, setProgress] = useState<PublishState>();
  const [refusal, setRefusal] = useState('');
  const [failedPolls, setFailedPolls] = useState(0);
  const isRunning = progress?.state === 'building' || progress?.state === 'switching';
  /** The desk may be restarted by what is published; a longer silence has another reason. */
  const isSilent = failedPolls > maxFailedPolls;

  useEffect(() => {
    if (!isRunning) return undefined;
    const poll = async () => {
      try {
        setProgress(await request<PublishState>('/api/pages/publish'));
        setFailedPolls(0);
      } catch {
        setFailedPolls((before) => before + 1);
      }
    };
    const timer = setInterval(() => void poll(), pollMs);
    return () => clearInterval(timer);
  }, [isRunning]);

  const hasEnded = progress !== undefined && !isRunning;
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries();
  }, [hasEnded]);

  function start(body: object): void {
    setRefusal('');
    post(path, body).then(
      () => setProgress({ state: 'building' }),
      (reason: Error) => {
        setRefusal(reason.message);
        // Somebody else may have published meanwhile, so that the changes are others or have a conflict now.
        void queryClient.invalidateQueries();
      },
    );
  }

  return {
    /** Undefined before the start. */
    progress,
    /** Why it was not started. */
    refusal,
    isRunning,
    isSilent,
    /** Whether the dialog must stay open. */
    isBusy: isRunning && !isSilent,
    /** Whether the changes can still be read and published. */
    isReviewing: !isRunning && progress?.state !== 'live',
    start,
  };
}
