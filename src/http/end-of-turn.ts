let waiting: (() => void)[] = [];

/**
 * Calls back once every request that has arrived in this turn of the event loop is handled, so that their responses are written one right
 * after the other. A client that sleeps between two of them has to be woken for each, which takes a third of the time of a response
 * (docs/decisions/0003-one-http-server.md).
 */
export function atEndOfTurn(callback: () => void): void {
  if (waiting.push(callback) === 1) setImmediate(callAll);
}

function callAll(): void {
  const callbacks = waiting;
  waiting = [];
  for (const callback of callbacks) callback();
}
