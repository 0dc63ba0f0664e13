import { useEffect, useState } from 'react';

/** What the desk answered instead of what was asked for, in words for the organizer. */
export class Failed extends Error {
  override name = 'Failed';
}

const gone = 'The desk does not answer. Is it still open? If not, run bin/organizer desk again, and open the address that it prints.';

/** Asks the desk. Throws Failed. */
export async function ask<Answer>(path: string, more: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, more).catch((cause: unknown) => {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw new Failed(gone, { cause });
  });
  if (response.ok) return (await response.json()) as Answer;
  const said = (await response.json().catch(() => ({ message: gone }))) as { message: string };
  throw new Failed(said.message);
}

/** Changes something through the desk. Throws Failed. */
export function change<Answer>(path: string, body: object): Promise<Answer> {
  return ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

export interface Loaded<Answer> {
  /** The last answer, while the next is on its way. */
  data?: Answer;
  error?: string;
}

/**
 * Asks, and asks again whenever the version is another one: an answer of the desk is always that of the moment. Where nothing comes, the answer to
 * another question does not stay.
 */
export function useLoaded<Answer>(path: string, version: unknown): Loaded<Answer> {
  const [loaded, setLoaded] = useState<Loaded<Answer> & { of?: string }>({});
  useEffect(() => {
    const leaving = new AbortController();
    ask<Answer>(path, { signal: leaving.signal }).then(
      (data) => setLoaded({ data, of: path }),
      (error: Error) => {
        if (!leaving.signal.aborted) setLoaded((before) => ({ ...(before.of === path && before), error: error.message }));
      },
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the version is the reason to ask again
  }, [path, version]);
  return loaded;
}
