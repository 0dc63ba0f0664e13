import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';

/** Different for every process, so that references of two instances, or of today and yesterday, are not the same. */
const process = randomBytes(3).toString('hex');
let counted = 0;

/** The name of a request in the log, short enough to be read out. */
export function nextReference(): string {
  return `${process}-${(++counted).toString(36)}`;
}

/** One line a request: what was asked for and what came of it, and nothing of who asked. */
export function logRequest(
  log: Logger,
  {
    reference,
    method,
    path,
    status,
    since,
  }: { reference: string; method: string | undefined; path: string; status: number; since: number },
): void {
  const ms = Math.round((performance.now() - since) * 10) / 10;
  log.info({ reference, method, path, status, ms }, 'answered');
}

/** The path of an unknown address, without what could be a key, an address or a number that somebody put into it. */
export function harmless(path: string): string {
  return path
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[\w.-]{0,40}$/u.test(part) && !/(?:\d\D?){5}/u.test(part) && !/[\w-]{20}/u.test(part) ? part : '…'))
    .join('/');
}
