import type { Submission } from '../forms/submission.ts';

/** Something to be brought to somebody outside. */
export interface Message {
  /** The same with every attempt: a receiver that sees it twice knows that it is one. */
  key: string;
  kind: string;
  /** Undefined where it is about none, or the one that it was about is erased. */
  submission: Submission | undefined;
  payload: Record<string, unknown>;
  /** ISO 8601, UTC: when what it tells of was written down. */
  createdAt: string;
  attempts: number;
}

/** One way out. `deliver` resolves when the receiver has it; what it throws is tried again later, unless it is Undeliverable. */
export interface Channel {
  name: string;
  /** How many deliveries are under way at once. */
  concurrency: number;
  /** The least time between two deliveries of all workers together, in milliseconds. */
  spacing?: number;
  /** How long one attempt may take, in milliseconds: ten seconds where it is left out, and never near the minute that a worker has it in hand. */
  patience?: number;
  /** `signal` ends when its time is over. */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
  /** Lets go of what it keeps open, once nothing is in hand. */
  close?: () => void;
}

/** The receiver could not take it now, and may have said when to come back. */
export class TryLater extends Error {
  override name = 'TryLater';
  /** In seconds. */
  readonly after: number | undefined;

  constructor(message: string, after?: number) {
    super(message);
    this.after = after;
  }
}

/** The receiver takes nothing from us now, whichever delivery it is: the whole channel waits, in seconds. */
export class ChannelBusy extends TryLater {
  override name = 'ChannelBusy';
  override readonly after: number;

  constructor(message: string, after: number) {
    super(message, after);
    this.after = after;
  }
}

/**
 * The receiver takes nothing from us until a person mends something, such as a token. Deliveries stay as they are, the organizer is told once, and
 * after so many seconds one is tried again. The message says to her what to mend.
 */
export class ChannelClosed extends Error {
  override name = 'ChannelClosed';
  readonly probeAfter: number;

  constructor(message: string, probeAfter: number) {
    super(message);
    this.probeAfter = probeAfter;
  }
}

/** No retry mends this. The message says to the organizer what would. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** There is nothing to deliver any more; the message says why. It counts as done. */
export class NotNeeded extends Error {
  override name = 'NotNeeded';
}
