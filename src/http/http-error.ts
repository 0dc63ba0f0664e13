interface HttpErrorOptions {
  headers?: Record<string, string>;
  page?: string;
  isPlainText?: boolean;
  cause?: unknown;
}

/** An error response: the error handler (error-pages.ts) sends the page of its status. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** A built file to send instead of the page of the status. */
  readonly page: string | undefined;
  /** Whether the response is plain text instead of a page, even to a browser. */
  readonly isPlainText: boolean;

  constructor(statusCode: number, { headers = {}, page, isPlainText = false, cause }: HttpErrorOptions = {}) {
    super(`responded with status ${statusCode}`, { cause });
    this.statusCode = statusCode;
    this.headers = headers;
    this.page = page;
    this.isPlainText = isPlainText;
  }
}

/** Returns status 429 with the number of seconds after which the client may try again. */
export const tooManyRequests = (retryAfterSeconds: number) => new HttpError(429, { headers: { 'retry-after': String(retryAfterSeconds) } });
