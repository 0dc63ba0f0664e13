import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * What the functions that run SQL need from an engine. Every error is thrown as StoreUnavailable, except StoreUnavailable and Refused,
 * which pass unchanged.
 */
export interface Engine {
  kind: 'sqlite' | 'postgres';
  /** How messages name the database, after the article: without its password. */
  displayName: string;
  /**
   * Runs work in one transaction, and runs it again if the engine asks for a retry: its effects outside the database, such as deleted files,
   * must be repeatable.
   */
  transact<Result>(work: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /** The same without a time limit, while no other transaction writes. */
  transactAlone<Result>(work: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /** Reads. Only the rows of one statement are consistent with each other. */
  read<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Reads row by row over a connection of its own, so that a long list does not block other work. */
  stream<Row>(work: (db: Kysely<Database>) => AsyncIterable<Row>): AsyncGenerator<Row>;
  /** Reads with several statements on one snapshot. */
  readSnapshot<Result>(work: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Returns the condition that each word of a text is in an answer of a submission, in any case. */
  matchText(text: string): Promise<Expression<SqlBool>>;
}

/** How many rows a server sends per fetch when they are streamed. */
export const rowsPerFetch = 500;
