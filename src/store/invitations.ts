import type { EntryState } from '../retreat-seats/machine.ts';
import type { Engine } from './engine.ts';
import { entries } from './entries.ts';
import type { Entry } from './entries.ts';
import type { Answer } from './answers.ts';

/** An invitation as its page shows it. */
export interface Invitation {
  id: string;
  note: string;
  expiresAt: string;
  answer: Answer | null;
  entry: Entry;
}

export type FoundInvitation = { kind: 'unknown' } | { kind: 'gone' } | { kind: 'found'; invitation: Invitation; state: EntryState };

/** See Store.invitation: by the digest of its token, or by its id. */
export async function invitation(engine: Engine, by: { hash: string } | { id: string }, now: Date): Promise<FoundInvitation> {
  const row = await engine.read((db) => {
    const query = db.selectFrom('invitations').selectAll();
    return ('hash' in by ? query.where('token_hash', '=', by.hash) : query.where('id', '=', by.id)).executeTakeFirst();
  });
  if (!row) return { kind: 'unknown' };
  const [entry] = await entries(engine, { id: row.entry_id });
  const unanswered = row.answer === null && row.expires_at <= now.toISOString();
  if (!entry || row.revoked_at || unanswered) return { kind: 'gone' };
  const { id, note, expires_at: expiresAt, answer } = row;
  return { kind: 'found', invitation: { id, note, expiresAt, answer, entry }, state: entry.state };
}

/** See Store.setShortNotice. */
export function setShortNotice(engine: Engine, entryId: string, yes: boolean): Promise<void> {
  return engine.transact(async (db) => {
    await db
      .updateTable('entries')
      .set({ short_notice: yes ? 1 : 0 })
      .where('id', '=', entryId)
      .execute();
  });
}
