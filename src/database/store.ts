import type { EntryState } from '../retreats/state-machine.ts';
import type { Entry, EntryFilter, Step } from '../retreats/repository/entries.ts';
import type { FoundInvitation } from '../retreats/repository/invitations.ts';
import type { Answer, Answered } from '../retreats/repository/answers.ts';
import type { NewInvitation, SeatCounts, SeatRules } from '../retreats/repository/seats.ts';
import type { Confirmed, Recorded, Recording } from '../submissions/repository.ts';
import type { Claim, Claimed } from '../outbox/leases.ts';
import type { Closure } from '../outbox/closures.ts';
import type { Delivery, DeliveryFilter, NewDelivery, OutboxDepth, Settled } from '../outbox/repository.ts';
import type { ErasedPerson, Person } from '../people/repository.ts';
import type { Pulse } from './change-token.ts';
import type { Erased } from '../people/retention.ts';
import type { SuppressionReason } from './schema.ts';
import type { Found, Submission, SubmissionFilter } from '../submissions/queries.ts';
import type { WorkshopFacts, WorkshopVersion } from '../workshops/repository.ts';

/** What the rest of the product may ask of the store. Each throws StoreUnavailable when the engine fails. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Which database it is, for a person and without its password. */
  readonly place: string;

  /** On the disk once it resolves, with its deliveries. Throws ProofSpent. */
  record(recording: Recording): Promise<Recorded>;
  /** What a held address was sent a link for counts from now on; `deliveriesFor` says what follows from that. */
  confirm(tokenHash: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Confirmed>;
  /** Who would be confirmed by a token, and nothing changes. */
  confirmable(tokenHash: string, now: Date): Promise<Confirmed>;
  /** A quarantined submission counts as new. Answers undefined where there is none of this id. */
  release(id: string, now: Date, deliveriesFor: DeliveriesFor): Promise<Submission | undefined>;

  /** The newest first, as they are when the first is read. */
  submissions(filter?: SubmissionFilter): AsyncIterable<Submission>;
  /** Those whose id is this or begins so, ten at most. */
  submissionsCalled(id: string): Promise<Found[]>;
  submissionCounts(): Promise<{ state: Submission['state']; count: number }[]>;

  /** Takes deliveries that are due in hand, in the order in which they are due. No two workers get the same. */
  claim(claim: Claim): Promise<Claimed[]>;
  /** Writes down what came of deliveries that were claimed, in one transaction. */
  settle(settled: Settled[]): Promise<void>;
  /** The newest first, as they are when the first is read. */
  deliveries(filter?: DeliveryFilter): AsyncIterable<Delivery>;
  /** How many there are, of one state or of all. */
  deliveryCount(state?: Delivery['state']): Promise<number>;
  /** Makes parked deliveries due again, all of them where no ids are given, and lifts what kept mail from those whose address bounced. Answers how many. */
  retryDeliveries(ids: string[] | undefined, now: Date): Promise<number>;
  outboxDepth(): Promise<OutboxDepth[]>;
  /** Writes down that a channel is closed. What tells of it is enqueued the first time alone, over all workers and restarts, until it is open again. */
  closeChannel(closure: Closure): Promise<void>;
  /** What was tried in vain before a channel was closed gets a new day. */
  openChannel(channel: string, now: Date): Promise<void>;

  /** Compares a workshop with what was last known of it; tells everyone who registered when it moved or is called off. */
  noteWorkshop(facts: WorkshopFacts, now: Date): Promise<WorkshopVersion>;
  /** A mail to everyone who registered, once for each key. Answers whether this was the first time. */
  announce(key: string, about: { formId: string; kind: string; payload: object }, now: Date): Promise<boolean>;
  /** One delivery about no submission, once for each key. Answers whether this was the first time. */
  enqueueOnce(key: string, delivery: NewDelivery, now: Date): Promise<boolean>;

  /** Founders on the way to the retreat: the head of the waitlist first, then who has waited longest. */
  entries(filter?: EntryFilter): Promise<Entry[]>;
  /** The entry of whoever sent a submission. */
  entryOf(submissionId: string): Promise<Entry | undefined>;
  historyOf(entryId: string): Promise<Step[]>;
  seatCounts(): Promise<SeatCounts>;
  /** Invites one who waits, and writes her mail down. Throws NotAllowed. */
  invite(entryId: string, wanted: NewInvitation, rules: SeatRules, now: Date): Promise<{ id: string }>;
  /** Takes an invitation or a seat back; where it is said what was seen, only while she still stands there. Throws NotAllowed. */
  revoke(entryId: string, rules: SeatRules, now: Date, seen?: EntryState): Promise<EntryState>;
  /** Puts one whose way had ended back on the waitlist. Throws NotAllowed. */
  reopen(entryId: string, now: Date): Promise<EntryState>;
  invitation(by: { hash: string } | { id: string }, now: Date): Promise<FoundInvitation>;
  /** Whether an invitation can be answered or is; undefined where it is over or was taken back. */
  invitationStands(id: string, now: Date): Promise<'open' | 'answered' | undefined>;
  /** Whether a mail with this invitation has gone out; undefined while a worker has one in hand. */
  invitationTold(id: string, now: Date): Promise<boolean | undefined>;
  /** What a founder answers. Accepted seats never exceed the capacity, whoever answers at the same moment. */
  answer(tokenHash: string, given: Answer, rules: SeatRules, now: Date): Promise<Answered>;
  /** A founder leaves, from wherever she stands. Throws NotAllowed. */
  leave(entryId: string, rules: SeatRules, now: Date): Promise<EntryState>;
  /** Writes a mail down with the link to her own page, where this address has an entry, once an hour. */
  sendStatusLink(email: string, now: Date): Promise<void>;
  setShortNotice(entryId: string, yes: boolean): Promise<void>;
  /** Ends invitations whose time is over. Answers how many. */
  lapse(rules: SeatRules, now: Date): Promise<number>;
  /** Writes down a reminder for each invitation that ends before then, once. Answers how many. */
  remindInvited(before: Date, now: Date): Promise<number>;

  person(email: string): Promise<Person>;
  /** Takes a person out of every table; `note` tells others that it was done. `forget` comes after it. */
  erasePerson(email: string, note: NewDelivery[], now: Date): Promise<ErasedPerson>;
  /** Leaves no byte of what was deleted in the store's own files. */
  forget(): Promise<void>;
  suppress(email: string, reason: SuppressionReason, now: Date): Promise<void>;
  isSuppressed(email: string, reasons: SuppressionReason[]): Promise<boolean>;

  /** Erases what is older than these instants, little by little, so that nobody waits for it. */
  eraseOlder(older: { data: Date; held: Date; now: Date }): Promise<Erased>;

  /** Tells whether anything changed since it was asked before, cheaply enough to be asked each second. */
  pulse(): Promise<Pulse>;
  assertWritable(): Promise<void>;
  /** What the engine's own check says is damaged, a line each; empty when all is well, or where a server looks after that itself. */
  integrity(): Promise<string[]>;
  /** A consistent copy in an SQLite file while the site runs, checked. Throws BackupFailed. */
  backup(copy: string): Promise<{ bytes: number; submissions: number }>;
  /** Puts a copy in the place of everything that is here, in one transaction; `due` deliveries of it are still to be made. Throws RestoreFailed. */
  restore(copy: string): Promise<{ submissions: number; due: number }>;
  /** Counts what a client does, where many instances share the counts. Undefined where each counts for itself. */
  limiter?: Limiter;
  close(): Promise<void>;
}

export type DeliveriesFor = (submission: Submission) => NewDelivery[];

/** The pool of connections that rate-limiter-flexible counts through. */
export interface Limiter {
  pool: unknown;
  table: string;
}
