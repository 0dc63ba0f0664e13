import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Versions } from '../server/shapes.ts';

interface LiveState {
  versions: Versions;
  /** Why the desk cannot read the store just now; empty where it can. */
  trouble: string;
  state: 'connecting' | 'live' | 'lost';
  /** How often all was well again. */
  recovered: number;
}

interface Told {
  versions: Versions;
  trouble: string;
}

const beginning: LiveState = { versions: { submissions: 0, entries: 0, deliveries: 0 }, trouble: '', state: 'connecting', recovered: 0 };

const Live = createContext(beginning);

/** What was asked while nothing could be read is asked again once all is well: to the rooms that is a change like any other. */
function next(before: LiveState, { versions, trouble }: Told): LiveState {
  const isBack = trouble === '' && (before.trouble !== '' || before.state === 'lost');
  const recovered = before.recovered + (isBack ? 1 : 0);
  const { submissions, entries, deliveries } = versions;
  return {
    versions: { submissions: submissions + recovered, entries: entries + recovered, deliveries: deliveries + recovered },
    trouble,
    state: 'live',
    recovered,
  };
}

/** Follows the desk (server-sent events): each room asks anew for what has another version. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState(beginning);
  useEffect(() => {
    const events = new EventSource('/api/events');
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Told;
      setLive((before) => next(before, told));
    });
    events.addEventListener('error', () => setLive((before) => ({ ...before, state: 'lost' })));
    return () => events.close();
  }, []);
  return <Live value={live}>{children}</Live>;
}

export const useLive = () => useContext(Live);
