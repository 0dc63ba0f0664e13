import { useCallback, useEffect, useRef, useState } from 'react';
import type { RegistrationRow, RegistrationsPart } from '../shapes.ts';
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
 * there: nothing flickers.
 */
export function useRows(query: string, version: number) {
  const [rows, setRows] = useState<Rows>();
  const [error, setError] = useState<string>();
  const asked = useRef(new Map<number, AbortController>());
  const inView = useRef([0, 0] as [first: number, last: number]);

  const fetchPage = useCallback(
    (at: number, signal: AbortSignal) => ask<RegistrationsPart>(`/api/registrations?${query}&from=${at * page}&count=${page}`, { signal }),
    [query],
  );

  useEffect(() => {
    const leaving = new AbortController();
    for (const other of asked.current.values()) other.abort();
    asked.current = new Map();
    const [first, last] = inView.current;
    const numbers = Array.from(
      { length: Math.floor(last / page) - Math.floor(first / page) + 1 },
      (_, at) => Math.floor(first / page) + at,
    );
    for (const at of numbers) asked.current.set(at, leaving);
    const load = async () => {
      const parts = await Promise.all(numbers.map((at) => fetchPage(at, leaving.signal)));
      setError(undefined);
      setRows({ query, total: parts[0]?.total ?? 0, pages: new Map(parts.map((part, at) => [numbers[at] as number, part.rows])) });
    };
    load().catch((failure: Error) => {
      if (!leaving.signal.aborted) setError(failure.message);
    });
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the version is the reason to ask again
  }, [query, version, fetchPage]);

  /** Says which rows are in view, and fetches what is missing of them. */
  const look = useCallback(
    (first: number, last: number) => {
      inView.current = [first, last];
      for (let at = Math.floor(first / page); at <= Math.floor(last / page); at += 1) {
        if (asked.current.has(at)) continue;
        const leaving = new AbortController();
        asked.current.set(at, leaving);
        fetchPage(at, leaving.signal).then(
          (part) => setRows((before) => before && { ...before, pages: new Map(before.pages).set(at, part.rows) }),
          () => asked.current.delete(at),
        );
      }
    },
    [fetchPage],
  );

  /** Forgets what is in view: a new query begins at the top. */
  const rewind = useCallback(() => {
    inView.current = [0, 0];
  }, []);

  return { rows, error, look, rewind, rowAt: (index: number) => rows?.pages.get(Math.floor(index / page))?.[index % page] };
}
