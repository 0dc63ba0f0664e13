import pino, { type Logger } from 'pino';
import type { Output } from './log-output.ts';

/** Properties whose values are left out if an object that is logged has them itself: what visitors typed, and tokens. */
const redact = ['values', 'fields', 'email', 'token', 'payload', 'body', 'headers'];

/**
 * Returns the log: JSON, one object per line. Lines about requests come from http/request-log.ts, without addresses that could
 * contain a token. The properties of an error except its code are left out, since errors of a database engine quote values of rows.
 */
export function createLog(output: Output): Logger {
  return pino({ base: null, redact: { paths: redact, censor: '[left out]' }, serializers: { err: serializeError } }, output);
}

interface SerializedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string | undefined;
  cause?: SerializedError;
}

/** PostgreSQL's `detail` and `where` contain values of rows; SQLite's messages contain only names of columns. */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: string | number };
  return { type: name, message, ...(code !== undefined && { code }), stack, ...(cause !== undefined && { cause: serializeError(cause) }) };
}
