import type { ServerResponse } from 'node:http';
import type { ChangeToken } from '../../database/change-token.ts';
import { StoreUnavailable } from '../../database/unavailable.ts';
import type { Versions } from './shapes.ts';

/** How long the store is left alone between two looks, in milliseconds. */
const pause = 1000;

export interface Live {
  /** Looks now, for instance after a change of our own. */
  look: () => Promise<void>;
  /** Tells a page of every change until it leaves (server-sent events, WHATWG HTML 9.2). */
  follow: (response: ServerResponse) => void;
  stop: () => Promise<void>;
}

interface Watched {
  pulse: () => Promise<ChangeToken>;
  /** Called before the pages are told. */
  changed: (subject: keyof ChangeToken) => Promise<void> | void;
}

/** Looks at the store each second and tells the pages what changed. A store that cannot be read is told too, and looked at again. */
export function createLive({ pulse, changed }: Watched): Live {
  const pages = new Set<ServerResponse>();
  const versions: Versions = { submissions: 0, entries: 0, deliveries: 0 };
  let known: ChangeToken | undefined;
  let trouble = '';
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const event = () => `data: ${JSON.stringify({ versions, trouble })}\n\n`;
  const tell = () => {
    for (const page of pages) page.write(event());
  };

  const compare = async () => {
    const before = `${JSON.stringify(versions)} ${trouble}`;
    try {
      const next = await pulse();
      for (const subject of Object.keys(next) as (keyof ChangeToken)[]) {
        if (next[subject] === known?.[subject]) continue;
        await changed(subject);
        // The first look finds what the pages will ask for anyway.
        if (known) versions[subject] += 1;
      }
      known = next;
      trouble = '';
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      trouble = error.message;
    }
    if (`${JSON.stringify(versions)} ${trouble}` !== before) tell();
  };

  /** One look after the other, whoever asks. */
  const look = () => (looking = looking.then(compare));
  const again = () => {
    timer = setTimeout(() => void look().then(again), pause);
    if (stopped) clearTimeout(timer);
  };
  again();

  return {
    look,
    follow(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`retry: ${pause}\n${event()}`);
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      for (const page of pages) page.end();
    },
  };
}
