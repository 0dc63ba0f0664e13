import type { Submission } from '../store/submissions.ts';

/** Something to be brought to somebody outside. */
export interface Message {
  /** The same with every attempt: a receiver that sees it twice knows that it is one. */
  key: string;
  kind: string;
  /** Undefined where it is about none, or the one that it was about is erased. */
  submission: Submission | undefined;
  payload: Record<string, unknown>;
  attempts: number;
}

/** One way out. `deliver` resolves when the receiver has it; what it throws is tried again later, unless it is Undeliverable. */
export interface Channel {
  name: string;
  /** How many deliveries are under way at once. */
  concurrency: number;
  /** The least time between two deliveries of all workers together, in milliseconds. */
  spacing?: number;
  /** `signal` ends when its time is over. */
  deliver(message: Message, signal: AbortSignal): Promise<void>;
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

/** No retry mends this. The message says to the organizer what would. */
export class Undeliverable extends Error {
  override name = 'Undeliverable';
}

/** There is nothing to deliver any more; the message says why. It counts as done. */
export class NotNeeded extends Error {
  override name = 'NotNeeded';
}
