import { useCallback, useEffect, useRef, useState } from 'react';
import type { RegistrationRow, RegistrationsPart } from '../server/shapes.ts';
import { ask } from './ask.ts';

/** How many rows come at once. */
const page = 100;

interface Rows {
  query: string;
  total: number;
  pages: ReadonlyMap<number, RegistrationRow[]>;
}

/**
 * The rows of a query, as far as they have been looked at. What is shown stays until the answer to a new query, or to a change in the house, is
 * there: nothing flickers. Where a new query has no answer, nothing stays.
 */
export function useRows(query: string, version: number) {
  const [rows, setRows] = useState<Rows>();
  const [error, setError] = useState<string>();
  const asked = useRef(new Map<number, AbortController>());
  /** The pages that came since the list was last asked for as a whole. */
  const arrived = useRef(new Map<number, RegistrationRow[]>());
  const inView = useRef([0, 0] as [first: number, last: number]);
  const listed = useRef<string>(undefined);

  const fetchPage = useCallback(
    (at: number, signal: AbortSignal) => ask<RegistrationsPart>(`/api/registrations?${query}&from=${at * page}&count=${page}`, { signal }),
    [query],
  );

  useEffect(() => {
    const leaving = new AbortController();
    for (const other of asked.current.values()) other.abort();
    asked.current = new Map();
    const since = new Map<number, RegistrationRow[]>();
    arrived.current = since;
    // A new query begins at the top.
    const [first, last] = listed.current === query ? inView.current : [0, 0];
    listed.current = query;
    const numbers = Array.from(
      { length: Math.floor(last / page) - Math.floor(first / page) + 1 },
      (_, at) => Math.floor(first / page) + at,
    );
    for (const at of numbers) asked.current.set(at, leaving);
    const load = async () => {
      const parts = await Promise.all(numbers.map((at) => fetchPage(at, leaving.signal)));
      setError(undefined);
      for (const [at, { rows: part }] of parts.entries()) since.set(numbers[at] as number, part);
      setRows({ query, total: parts[0]?.total ?? 0, pages: new Map(since) });
    };
    load().catch((failure: Error) => {
      if (leaving.signal.aborted) return;
      setError(failure.message);
      setRows((before) => (before?.query === query ? before : undefined));
    });
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the version is the reason to ask again
  }, [query, version, fetchPage]);

  /** Says which rows are in view, and fetches what is missing of them. */
  const look = useCallback(
    (first: number, last: number) => {
      const fetched = async (at: number, signal: AbortSignal) => {
        try {
          const part = await fetchPage(at, signal);
          if (signal.aborted) return;
          arrived.current.set(at, part.rows);
          setRows((before) => (before?.query === query ? { ...before, pages: new Map(before.pages).set(at, part.rows) } : before));
        } catch (failure) {
          if (signal.aborted) return;
          asked.current.delete(at);
          setError((failure as Error).message);
        }
      };
      inView.current = [first, last];
      for (let at = Math.floor(first / page); at <= Math.floor(last / page); at += 1) {
        if (asked.current.has(at)) continue;
        const leaving = new AbortController();
        asked.current.set(at, leaving);
        void fetched(at, leaving.signal);
      }
    },
    [query, fetchPage],
  );

  return { rows, error, look, rowAt: (index: number) => rows?.pages.get(Math.floor(index / page))?.[index % page] };
}
