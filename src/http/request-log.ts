import { randomBytes } from 'node:crypto';
import type { Output } from '../app/log-output.ts';

/** Different for every process, so that references of two instances, or of today and yesterday, are not the same. */
const process = randomBytes(3).toString('hex');
let counted = 0;

/** The name of a request in the log, short enough to be read out. */
export function nextReference(): string {
  return `${process}-${(++counted).toString(36)}`;
}

/** What is told of a request: what was asked for and what came of it, and nothing of who asked. `since` is the `performance.now()` of its start. */
export interface Answered {
  reference: string;
  method: string;
  path: string;
  status: number;
  since: number;
}

export type LogRequest = (answered: Answered) => void;

/** One line a request, as pino (level 30 is its `info`) would write it but cheaper: beside a file from memory that counts. */
export function createRequestLog({ write }: Output): LogRequest {
  return ({ reference, method, path, status, since }) => {
    const ms = Math.round((performance.now() - since) * 10) / 10;
    const asked = `"reference":"${reference}","method":"${method}","path":${JSON.stringify(path)}`;
    write(`{"level":30,"time":${Date.now()},${asked},"status":${status},"ms":${ms},"msg":"answered"}\n`);
  };
}

/** The path of an unknown address, without what could be a key, an address or a number that somebody put into it. */
export function harmless(path: string): string {
  return path
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[\w.-]{0,40}$/u.test(part) && !/(?:\d\D?){5}/u.test(part) && !/[\w-]{20}/u.test(part) ? part : '…'))
    .join('/');
}
