import { sessionEnded } from '../session-protocol.ts';
import { fetchAsPage, pageHeaders } from './page-token.ts';
import { endSession } from './session.ts';

export const notResponding =
  'The desk is not responding. Check your connection. If you opened it on this machine, run bin/organizer desk again and open the address that it prints.';

/** Returns the reason of a refusal for a message that stays, with what was typed, after the organizer has signed in again. */
export const lastingReason = (message: string): string => (message === sessionEnded ? 'Your session had ended.' : message);

/** Throws an Error with a message for the organizer instead of the browser's, for a response that did not come or was cut off. */
function throwNotResponding(cause: unknown): never {
  throw new Error(notResponding, { cause });
}

/** Requests JSON of the desk. Throws an Error whose message the organizer can act on. A session that has ended ends the use of the page. */
export async function request<Result>(path: string, init?: RequestInit): Promise<Result> {
  const response = await requestResponse(path, init);
  return (await response.json().catch(throwNotResponding)) as Result;
}

/** The same for a response that is not JSON. */
export const requestResponse = async (path: string, init?: RequestInit): Promise<Response> =>
  accepted(await fetchAsPage(path, init).catch(throwNotResponding));

/** Returns a response that says that the request was accepted. Throws an Error with the message of any other. */
async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  if (response.status === 401) endSession();
  const { message } = (await response.json().catch(() => ({ message: notResponding }))) as { message: string };
  throw new Error(message);
}

const withJson = (body: object): RequestInit => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Sends JSON to the desk, and returns the response as `request` does. */
export const post = <Result>(path: string, body: object): Promise<Result> => request(path, { method: 'POST', ...withJson(body) });

/** How long storing one value may take. Without a limit, an undo would wait for a lost response until the browser gives up. */
const putTimeoutMs = 30_000;

/** Stores a value, and returns the response as `request` does. */
export const put = <Result>(path: string, body: object): Promise<Result> =>
  request(path, { method: 'PUT', ...withJson(body), signal: AbortSignal.timeout(putTimeoutMs) });

/** Uploads a file to the desk. `onProgress` gets the share that has been sent, from 0 to 1: fetch() reports none. */
export async function upload(path: string, file: Blob, onProgress: (share: number) => void): Promise<void> {
  const response = await new Promise<Response>((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open('POST', path);
    for (const [name, value] of pageHeaders({ 'content-type': file.type })) sent.setRequestHeader(name, value);
    sent.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    sent.addEventListener('load', () => resolve(new Response(sent.responseText, { status: sent.status })));
    sent.addEventListener('error', () => reject(new Error(notResponding)));
    sent.send(file);
  });
  await accepted(response);
}
