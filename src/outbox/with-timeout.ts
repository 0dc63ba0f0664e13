/** How long the world outside is waited for, unless told otherwise, in milliseconds. */
const patience = 10_000;

/**
 * Does work with a signal that ends when its time is over. Throws that there was no answer then: work that does not listen to the signal is waited
 * for no longer.
 */
export async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>, timeout = patience): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeout / 1000} seconds`)), timeout);
  try {
    return await Promise.race([work(late.signal), aborted(late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
