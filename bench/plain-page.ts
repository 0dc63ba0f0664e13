import { once } from 'node:events';
import { startDebuggedBrowser } from './debugged-browser.ts';
import { phoneFlags, screen, slow4G } from './phone.ts';

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
}

export type PlainPage = Awaited<ReturnType<typeof openPlainPage>>;

/**
 * Opens a new browser that emulates the phone of `phone.ts`, without Playwright. Playwright follows what a page logs and throws
 * (`Runtime.enable` of the DevTools protocol). V8 then computes the stack of every error immediately, including those that React creates as
 * constants, and parses React again for it: 80 to 100 ms with a processor four times slower, which no visitor waits for. `script` runs in
 * every document before its own.
 */
export async function openPlainPage({ slowdown, script }: { slowdown: number; script: string }) {
  const browser = await startDebuggedBrowser(phoneFlags);
  const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${browser.port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let loaded = Promise.withResolvers<void>();
  const pending = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message;
    if (message.id) pending.get(message.id)?.(message);
    if (message.method === 'Page.loadEventFired') loaded.resolve();
  });
  let lastId = 0;
  const send = async <Result>(method: string, params: object, sessionId?: string): Promise<Result> => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await promise;
    pending.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  };
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const { viewport, deviceScaleFactor } = screen;
  await send('Page.enable', {}, sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: script }, sessionId);
  await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true }, sessionId);
  await send('Emulation.setTouchEmulationEnabled', { enabled: true }, sessionId);
  await send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId);
  await send('Network.enable', {}, sessionId);
  await send('Network.emulateNetworkConditionsByRule', slow4G, sessionId);
  return {
    /** Resolves when the page has loaded. */
    async navigate(url: string) {
      loaded = Promise.withResolvers();
      await send('Page.navigate', { url }, sessionId);
      await loaded.promise;
    },
    /** Returns what an expression evaluates to in the page, as JSON. Throws if it throws. */
    async evaluate<Value>(expression: string) {
      const evaluated = await send<{ result: { value: Value }; exceptionDetails?: { text: string } }>(
        'Runtime.evaluate',
        { expression, returnByValue: true, awaitPromise: true },
        sessionId,
      );
      if (evaluated.exceptionDetails) throw new Error(`${expression}: ${evaluated.exceptionDetails.text}`);
      return evaluated.result.value;
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await browser[Symbol.asyncDispose]();
    },
  };
}
