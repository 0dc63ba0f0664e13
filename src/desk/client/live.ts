import { EventSource } from 'eventsource';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { LiveEvent } from '../server/live.ts';
import { sessionEndedEvent } from '../session-protocol.ts';
import { queryClient, type Subject } from './api.ts';
import { fetchAsPage } from './page-token.ts';
import { endSession } from './session.ts';

export interface Live {
  state: 'connecting' | 'live' | 'lost';
  /** Why the desk cannot read the database; empty if it can. */
  problem: string;
}

/**
 * Follows the desk (server-sent events): what changed, and what failed before it recovered, is requested again. Returns a function that
 * stops following.
 */
function follow(setLive: Dispatch<SetStateAction<Live>>): () => void {
  /** The versions of the last event; before it, each counts as 0. */
  let versions: Partial<LiveEvent['versions']> = {};
  let hasFailed = false;
  const events = new EventSource('/api/events', { fetch: fetchAsPage });
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent;
    const hasRecovered = hasFailed && event.problem === '';
    const isChanged = (subject: Subject) => event.versions[subject] !== (versions[subject] ?? 0);
    void queryClient.invalidateQueries({ predicate: ({ meta }) => hasRecovered || (meta?.subjects?.some(isChanged) ?? false) });
    hasFailed = event.problem !== '';
    versions = event.versions;
    setLive({ state: 'live', problem: event.problem });
  });
  events.addEventListener(sessionEndedEvent, () => {
    // The end of these events is no failure of the desk, and a new connection would be refused.
    events.close();
    endSession();
  });
  events.addEventListener('error', () => {
    hasFailed = true;
    // The desk refused to send events: a session that has ended shows in the next request.
    if (events.readyState === EventSource.CLOSED) void queryClient.invalidateQueries({ queryKey: ['/api/site'] });
    setLive((before) => ({ ...before, state: 'lost' }));
  });
  return () => events.close();
}

/** Returns what the events of the desk say, and a function that follows the desk again after it has refused to send events. */
export function useLive() {
  const [live, setLive] = useState<Live>({ state: 'connecting', problem: '' });
  const [attempt, setAttempt] = useState(0);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each attempt follows the desk once more
  useEffect(() => follow(setLive), [attempt]);
  return { ...live, reconnect: () => setAttempt(attempt + 1) };
}
