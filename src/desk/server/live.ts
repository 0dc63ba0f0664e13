import type { ServerResponse } from 'node:http';
import type { ChangeToken } from '../../database/change-token.ts';
import { StoreUnavailable } from '../../database/unavailable.ts';

const pollIntervalMs = 1000;

type Subject = keyof ChangeToken;

/**
 * What a page receives: a count for each subject that grows whenever something of it changes, and why the database cannot be read, if so.
 */
export interface LiveEvent {
  versions: Record<Subject, number>;
  problem: string;
}

/**
 * Polls the database's change tokens once a second while a page follows, and sends every change to the pages (server-sent events). While
 * the database is unavailable it keeps polling.
 */
export function createLive(readChangeToken: () => Promise<ChangeToken>) {
  const pages = new Set<ServerResponse>();
  const current: LiveEvent = {
    versions: { submissions: 0, entries: 0, deliveries: 0, letters: 0, attendance: 0, meetingLinks: 0, access: 0 },
    problem: '',
  };
  let lastToken: ChangeToken | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let isStopped = false;

  const event = () => `data: ${JSON.stringify(current)}\n\n`;

  const poll = async () => {
    const before = event();
    try {
      const next = await readChangeToken();
      // What a page that already follows has loaded may be older than the first token.
      const isChanged = (subject: Subject) => (lastToken ? next[subject] !== lastToken[subject] : pages.size > 0);
      for (const subject of (Object.keys(next) as Subject[]).filter(isChanged)) current.versions[subject] += 1;
      lastToken = next;
      current.problem = '';
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      current.problem = error.message;
    }
    if (event() !== before) for (const page of pages) page.write(event());
  };

  const schedule = () => {
    timer = setTimeout(() => (polling = poll().then(scheduleIfFollowed)), pollIntervalMs);
  };

  const scheduleIfFollowed = () => {
    if (pages.size > 0 && !isStopped) return schedule();
    timer = undefined;
  };

  return {
    /** Returns the version of the submissions: what was computed from them is valid while it stays the same. */
    async readSubmissionsVersion() {
      if (!timer) await poll();
      return current.versions.submissions;
    },
    /**
     * Sends the current event and every later one, until the page disconnects. The page may have disconnected already, and the desk may have
     * been closed, while its session was looked up: a poll for such a page would never end, and would keep the process running.
     */
    follow(page: ServerResponse) {
      if (isStopped || page.closed) return void page.end();
      page.write(`retry: ${pollIntervalMs}\n${event()}`);
      pages.add(page);
      if (!timer) schedule();
      page.once('close', () => pages.delete(page));
    },
    /** Ends every page's events. No poll begins afterwards. */
    async stop() {
      isStopped = true;
      await polling;
      clearTimeout(timer);
      for (const page of pages) page.end();
    },
  };
}
