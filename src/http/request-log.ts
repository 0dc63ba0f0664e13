import { randomBytes } from 'node:crypto';

/** Different for every process, so that the ids of two instances, or of today and yesterday, differ. */
const processId = randomBytes(3).toString('hex');
let count = 0;

/** Returns the id of the next request, short enough to be read aloud. */
export const nextRequestId = (): string => `${processId}-${(++count).toString(36)}`;

/** An answered request: what was asked for and what came of it, and nothing about the client. */
export interface AnsweredRequest {
  reference: string;
  method: string;
  /** The pattern of the route that answered; undefined if none did. */
  route: string | undefined;
  /** Whether a built file was the answer. */
  isFile: boolean;
  /** The address as the log may show it. */
  path: string;
  status: number;
  /** `performance.now()` at its start. */
  since: number;
}

export type LogRequest = (answered: AnsweredRequest) => void;

/** Returns what writes a line for each request, as pino (level 30 is its `info`) would but cheaper: beside a file from memory that counts. */
export function createRequestLog({ write }: { write: (line: string) => void }): LogRequest {
  return ({ reference, method, path, status, since }) => {
    const durationMs = Math.round((performance.now() - since) * 10) / 10;
    const request = `"reference":"${reference}","method":"${method}","path":${JSON.stringify(path)}`;
    write(`{"level":30,"time":${Date.now()},${request},"status":${status},"ms":${durationMs},"msg":"answered"}\n`);
  };
}

/** Returns the path of an unknown address without what could be a token, an email address or a number that somebody put into it. */
export function redactPath(path: string): string {
  return path
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[\w.-]{0,40}$/u.test(part) && !/(?:\d\D?){5}/u.test(part) && !/[\w-]{20}/u.test(part) ? part : '…'))
    .join('/');
}
