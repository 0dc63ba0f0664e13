import { EventSource } from 'eventsource';
import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { LiveEvent } from '../server/live.ts';
import { queryClient } from './api.ts';
import type { Subject } from './api.ts';
import { fetchAsPage } from './page-token.ts';

interface Live {
  state: 'connecting' | 'live' | 'lost';
  /** Why the desk cannot read the database; empty if it can. */
  problem: string;
}

const LiveContext = createContext<Live>({ state: 'connecting', problem: '' });

export const useLive = () => useContext(LiveContext);

/** Follows the desk (server-sent events): what changed, and what failed before it recovered, is requested again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState<Live>({ state: 'connecting', problem: '' });
  useEffect(() => {
    let versions: LiveEvent['versions'] = { submissions: 0, entries: 0, deliveries: 0, letters: 0 };
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
      // The desk refused to send events: a session that has ended shows in the next request, which leads to the sign-in page.
      if (events.readyState === EventSource.CLOSED) void queryClient.invalidateQueries({ queryKey: ['/api/site'] });
      setLive((before) => ({ ...before, state: 'lost' }));
    });
    return () => events.close();
  }, []);
  return <LiveContext value={live}>{children}</LiveContext>;
}
