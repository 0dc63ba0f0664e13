import pino from 'pino';
import type { Logger } from 'pino';
import type { Output } from './log-output.ts';

/** What a log line may never hold, wherever it comes up: what visitors typed, and what opens something. */
const redact = [
  'values',
  'fields',
  'email',
  'token',
  'payload',
  'body',
  'headers',
  'err.cause.parameters',
  'err.parameters',
  'err.detail',
  'err.cause.detail',
];

/**
 * The log: JSON, a line each. An error's own properties are left out but for its code, since an engine's errors quote the rows that they are
 * about.
 */
export function createLog(output: Output): Logger {
  return pino({ base: null, redact: { paths: redact, censor: '[left out]' }, serializers: { err: plainly } }, output);
}

interface Plain {
  type: string;
  message: string;
  code?: string | number;
  stack?: string | undefined;
  cause?: Plain;
}

/** PostgreSQL's `detail` and `where` hold values of rows, and SQLite's messages only names of columns. */
function plainly(error: unknown): Plain {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: string | number };
  return { type: name, message, ...(code !== undefined && { code }), stack, ...(cause !== undefined && { cause: plainly(cause) }) };
}
