import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What the functions that run SQL need from an engine. Every error is thrown as StoreUnavailable, except StoreUnavailable and TransactionRejected, which pass unchanged. */
export interface Engine {
  kind: 'sqlite' | 'postgres';
  /** How messages name the database, without its password. */
  displayName: string;
  /** Does its work in one transaction, and again where the engine asks for that: the work must not reach outside. */
  transact<Result>(work: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /** The same for work of any length, while no other transaction writes. */
  exclusively<Result>(work: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /** Reads; what it reads is of one moment only within one statement. */
  read<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Reads row by row over a connection of its own: a long list blocks no one else. */
  stream<Row>(work: (db: Kysely<Database>) => AsyncIterable<Row>): AsyncGenerator<Row>;
  /** Reads in several statements what is of one moment. */
  snapshot<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Submissions with this text in an answer, in any case. */
  containing(text: string): Promise<Expression<SqlBool>>;
}

/** How many rows a server sends per fetch when they are streamed. */
export const rowsAtOnce = 500;

/** Where transactions run beside one another, what is read to be changed has to be locked. In SQLite only one writes at a time. */
export const locksRows = (engine: Engine): boolean => engine.kind === 'postgres';
