import type { Submission } from '../forms/submission.ts';

/** A leased delivery as a channel sees it. */
export interface Message {
  /** The id of the delivery, the same for every attempt, so that a receiver can recognize a repetition. */
  id: string;
  kind: string;
  /** Undefined if the delivery belongs to no submission, or its submission is erased. */
  submission: Submission | undefined;
  payload: Record<string, unknown>;
  /** When the delivery was enqueued: ISO 8601, UTC. */
  createdAt: string;
}

/** A destination of deliveries: a mail server, the provider, a webhook. */
export interface Channel {
  name: string;
  concurrency: number;
  /** The least time between two attempts of all workers together; 0 if it is left out. */
  spacingMs?: number;
  /** How long one attempt may take; 10 seconds if it is left out. It must stay well below the lease of a minute. */
  timeoutMs?: number;
  /**
   * Resolves once the receiver has accepted the message. An error makes the worker retry later, unless it is Undeliverable or NotNeeded.
   * `signal` aborts when the timeout is over.
   */
  send(message: Message, signal: AbortSignal): Promise<void>;
  /** Closes the connections that are kept open. Called after the last attempt. */
  close?: () => void;
}

/** The receiver could not accept the message now. */
export class TryLater extends Error {
  override name = 'TryLater';
}

/** The receiver responded that it could not accept the message now. */
export class ReceiverFailed extends TryLater {
  override name = 'ReceiverFailed';
}

/** The receiver accepts no message at all for a while: the whole channel pauses. */
export class ChannelBusy extends TryLater {
  override name = 'ChannelBusy';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The receiver accepts no message until a person fixes something, such as a token. Deliveries stay due, the organizer gets one notice, and
 * one delivery is tried each `probeAfterSeconds`. The message tells the organizer what to fix.
 */
export class ChannelClosed extends Error {
  override name = 'ChannelClosed';
  readonly probeAfterSeconds: number;

  constructor(message: string, probeAfterSeconds: number) {
    super(message);
    this.probeAfterSeconds = probeAfterSeconds;
  }
}

/** No retry can succeed: the delivery is parked. The message tells the organizer what to fix. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** The delivery is no longer needed; the message says why. It counts as delivered. */
export class NotNeeded extends Error {
  override name = 'NotNeeded';
}

/** Returns the submission of a message. Throws Undeliverable if it is erased. */
export function submissionOf({ submission }: Message): Submission {
  if (!submission) throw new Undeliverable('the submission of this delivery is erased');
  return submission;
}

/**
 * Returns the submission of a message, for a receiver that keeps one record per founder: there, a retry of older answers would overwrite
 * newer ones. Throws NotNeeded if the founder sent newer answers.
 */
export function newestSubmissionOf(message: Message): Submission {
  const submission = submissionOf(message);
  if (submission.supersededBy !== null) throw new NotNeeded('the founder sent newer answers, which have a delivery of their own');
  return submission;
}

/** Runs work with a signal that aborts after the timeout, and throws then even if the work ignores the signal. */
export async function withTimeout<Result>(work: (signal: AbortSignal) => Promise<Result>, timeoutMs = 10_000): Promise<Result> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no response within ${timeoutMs / 1000} seconds`);
    controller.abort(error);
    late.reject(error);
  }, timeoutMs);
  try {
    return await Promise.race([work(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
