import type { Found, NewSubmission, Submission, SubmissionFilter } from './submissions.ts';

/** What the rest of the product may ask of the store. Each throws StoreUnavailable when the engine fails. */
export interface Store {
  /** On the disk once it resolves. `repeated`: the person had sent this form before. */
  record(submission: NewSubmission): Promise<{ id: string; repeated: boolean }>;
  /** The newest first, as they are when the first is read. */
  submissions(filter?: SubmissionFilter): AsyncIterable<Submission>;
  /** Those whose id is this or begins so, ten at most. */
  submissionsCalled(id: string): Promise<Found[]>;
  assertWritable(): Promise<void>;
  /** What SQLite's integrity check says is damaged, a line each; empty when all is well. */
  integrity(): Promise<string[]>;
  /** A consistent copy while the site runs, checked. Throws BackupFailed. */
  backup(copy: string): Promise<{ bytes: number; submissions: number }>;
  close(): Promise<void>;
}
