import { randomUUID } from 'node:crypto';

/** Returns the id of a request: 40 random bits, short enough to read aloud. A counter would show visitors how much traffic there is. */
export const nextRequestId = (): string => randomUUID().replace('-', '').slice(0, 10);

/** A finished request without any data about the client. */
export interface FinishedRequest {
  reference: string;
  method: string;
  /** The pattern of the route; undefined for an unknown address. */
  route: string | undefined;
  /** True if the response was a built file. */
  isFile: boolean;
  /** The path that the log shows (`loggedPath`). */
  path: string;
  status: number;
  /** `performance.now()` at its start. */
  startedAtMs: number;
}

export type LogRequest = (request: FinishedRequest) => void;

/** Returns a function that logs a request in pino's format (level 30 is `info`), but faster, which matters for files from memory. */
export function createRequestLog({ write }: { write: (line: string) => void }): LogRequest {
  return ({ reference, method, path, status, startedAtMs }) => {
    const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
    const fields = `"reference":"${reference}","method":"${method}","path":${JSON.stringify(path)}`;
    write(`{"level":30,"time":${Date.now()},${fields},"status":${status},"ms":${durationMs},"msg":"request finished"}\n`);
  };
}

/** Returns what the log shows of an address, which may contain a token: the pattern of its route, or the redacted path if it has none. */
export const loggedPath = (route: string | undefined, path: string): string => route ?? redactPath(path);

/** The number of parts that the log shows of an unknown address. */
const shownParts = 5;

/** Returns the beginning of a path, without parts that could be a token, an email address or a telephone number. */
export function redactPath(path: string): string {
  return path
    .split('/')
    .slice(0, shownParts + 1)
    .map((part) => (/^[\w.-]{0,40}$/u.test(part) && !/(?:\d\D?){5}/u.test(part) && !/[\w-]{20}/u.test(part) ? part : '…'))
    .join('/');
}
