import { createContext, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Versions } from '../shapes.ts';

interface LiveState {
  versions: Versions;
  /** Why the desk cannot read the store just now; empty where it can. */
  trouble: string;
  state: 'connecting' | 'live' | 'lost';
}

const beginning: LiveState = { versions: { submissions: 0, entries: 0, deliveries: 0 }, trouble: '', state: 'connecting' };

const Live = createContext(beginning);

/** Follows the desk (server-sent events): each room asks anew for what has another version. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState(beginning);
  useEffect(() => {
    const events = new EventSource('/api/events');
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      setLive({ ...(JSON.parse(data) as Pick<LiveState, 'versions' | 'trouble'>), state: 'live' });
    });
    events.addEventListener('error', () => setLive((before) => ({ ...before, state: 'lost' })));
    return () => events.close();
  }, []);
  return <Live value={live}>{children}</Live>;
}

export const useLive = () => useContext(Live);
