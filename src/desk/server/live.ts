import type { ServerResponse } from 'node:http';
import type { ChangeToken } from '../../database/change-token.ts';
import { StoreUnavailable } from '../../database/unavailable.ts';
import { minuteMs } from '../../durations.ts';
import type { Organizers } from '../../organizers/repository.ts';
import { sessionEnded, sessionEndedEvent } from '../session-protocol.ts';

const pollIntervalMs = 1000;

type Subject = keyof ChangeToken;

/**
 * What a page receives: a count for each subject that grows whenever something of it changes, and why the database cannot be read, if so.
 */
export interface LiveEvent {
  versions: Record<Subject, number>;
  problem: string;
}

interface LiveParts {
  database: { readChangeToken: () => Promise<ChangeToken> };
  organizers: Pick<Organizers, 'listLiveSessions'>;
  now: () => Date;
}

/**
 * Polls the database's change tokens once a second while a page follows, and sends every change to the pages (server-sent events). While
 * the database is unavailable it keeps polling.
 */
export function createLive({ database, organizers, now }: LiveParts) {
  /** The pages that follow, with the ids of their sessions; undefined on loopback, where the desk has no sessions. */
  const pages = new Map<ServerResponse, string | undefined>();
  const current: LiveEvent = {
    versions: { submissions: 0, entries: 0, deliveries: 0, letters: 0, attendance: 0, meetingLinks: 0, access: 0 },
    problem: '',
  };
  let lastToken: ChangeToken | undefined;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let isStopped = false;

  const event = () => `data: ${JSON.stringify(current)}\n\n`;

  /** Ends the events of pages whose session was revoked or has expired, even if another process revoked it. */
  const endWithoutSession = async () => {
    const sessions = new Set([...pages.values()].filter((id) => id !== undefined));
    if (sessions.size === 0) return;
    const ended = sessions.difference(await organizers.listLiveSessions([...sessions], now()));
    for (const [page, session] of pages) {
      if (session === undefined || !ended.has(session)) continue;
      pages.delete(page);
      page.end(`event: ${sessionEndedEvent}\ndata: ${sessionEnded}\n\n`);
      // A page that reads nothing would keep its connection.
      page.setTimeout(minuteMs);
    }
  };

  /**
   * Sends the current event to a page. One that has not read the last 64 KiB of events is disconnected, since they would fill the memory; it
   * connects again as soon as it works.
   */
  const send = (page: ServerResponse) => (page.writableNeedDrain ? page.destroy() : page.write(event()));

  const poll = async () => {
    const before = event();
    try {
      // First: an ended session receives no further event.
      await endWithoutSession();
      const next = await database.readChangeToken();
      // What a page that already follows has loaded may be older than the first token.
      const isChanged = (subject: Subject) => (lastToken ? next[subject] !== lastToken[subject] : pages.size > 0);
      for (const subject of (Object.keys(next) as Subject[]).filter(isChanged)) current.versions[subject] += 1;
      lastToken = next;
      current.problem = '';
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      current.problem = error.message;
    }
    if (event() !== before) for (const page of pages.keys()) send(page);
  };

  const schedule = () => {
    timer = setTimeout(() => (polling = poll().then(scheduleIfFollowed)), pollIntervalMs);
  };

  const scheduleIfFollowed = () => {
    if (pages.size > 0 && !isStopped) return schedule();
    timer = undefined;
  };

  return {
    /**
     * Sends the current event and every later one, until the page disconnects or its session ends. The page may have disconnected already,
     * and the desk may have been closed, while its session was looked up: a poll for such a page would never end, and would keep the process
     * running.
     */
    follow(page: ServerResponse, sessionId: string | undefined) {
      if (isStopped || page.closed) return void page.end();
      page.write(`retry: ${pollIntervalMs}\n${event()}`);
      pages.set(page, sessionId);
      if (!timer) schedule();
      page.once('close', () => pages.delete(page));
    },
    /** Ends every page's events. No poll begins afterwards. */
    async stop() {
      isStopped = true;
      await polling;
      clearTimeout(timer);
      for (const page of pages.keys()) page.end();
    },
  };
}
