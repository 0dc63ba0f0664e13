import { EventSource } from 'eventsource';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { LiveEvent } from '../server/live.ts';
import { queryClient } from './api.ts';
import type { Subject } from './api.ts';
import { fetchAsPage } from './page-token.ts';

interface Live {
  state: 'connecting' | 'live' | 'lost';
  /** Why the desk cannot read the database; empty if it can. */
  problem: string;
  /** Follows the desk again after it has refused to send events. */
  reconnect: () => void;
}

const LiveContext = createContext<Live>({ state: 'connecting', problem: '', reconnect() {} });

export const useLive = () => useContext(LiveContext);

type Shown = Omit<Live, 'reconnect'>;

/** Follows the desk (server-sent events): what changed, and what failed before it recovered, is requested again. Returns what ends it. */
function follow(setLive: Dispatch<SetStateAction<Shown>>): () => void {
  let versions: LiveEvent['versions'] = { submissions: 0, entries: 0, deliveries: 0, letters: 0, access: 0 };
  let failed = false;
  const events = new EventSource('/api/events', { fetch: fetchAsPage });
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent;
    const recovered = failed && event.problem === '';
    const isChanged = (subject: Subject) => event.versions[subject] !== versions[subject];
    void queryClient.invalidateQueries({ predicate: ({ meta }) => recovered || (meta?.subjects?.some(isChanged) ?? false) });
    failed = event.problem !== '';
    versions = event.versions;
    setLive({ state: 'live', problem: event.problem });
  });
  events.addEventListener('error', () => {
    failed = true;
    // The desk refused to send events: a session that has ended shows in the next request.
    if (events.readyState === EventSource.CLOSED) void queryClient.invalidateQueries({ queryKey: ['/api/site'] });
    setLive((before) => ({ ...before, state: 'lost' }));
  });
  return () => events.close();
}

/** Provides what the events of the desk say. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState<Shown>({ state: 'connecting', problem: '' });
  const stop = useRef(() => {});
  const reconnect = useCallback(() => {
    stop.current();
    stop.current = follow(setLive);
  }, []);
  useEffect(() => {
    reconnect();
    return () => stop.current();
  }, [reconnect]);
  const value = useMemo(() => ({ ...live, reconnect }), [live, reconnect]);
  return <LiveContext value={value}>{children}</LiveContext>;
}
