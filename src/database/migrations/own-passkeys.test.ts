import { expect, it } from 'vitest';
import { engines, temporaryFolder } from '../../../test/support/databases.ts';
import { insertInto, olderDatabase } from '../../../test/support/older-version.ts';
import { openStore } from '../../app/open-store.ts';
import { hashOf } from '../../link-tokens.ts';

it.each(engines)('passkeys and sessions of an older version stay valid over %s, and a lost passkey can be removed', async (engine) => {
  using temporary = temporaryFolder();
  const { databaseUrl, query } = await olderDatabase(engine, temporary.folder, '0028-attendance-removals');
  const at = '2026-03-01T12:00:00.000Z';
  const now = new Date(at);
  const organizer_id = 'ada';
  await query(insertInto('organizers', { id: organizer_id, name: 'Ada', role: 'reader', created_at: at }));
  for (const id of ['kept', 'lost'])
    await query(insertInto('passkeys', { id, organizer_id, public_key: 'AA', counter: 0, transports: '[]', created_at: at }));
  for (const id of ['first', 'second'])
    await query(insertInto('organizer_sessions', { id, token_hash: hashOf(id), organizer_id, device: 'x', created_at: at, seen_at: at }));
  await using store = await openStore(databaseUrl);
  const { organizers } = store;
  const asking = { id: organizer_id, sessionId: 'first' };
  const passkey = { device: null, createdAt: at, usedAt: at, isCurrent: false };
  expect(await organizers.listOwnPasskeys(asking)).toEqual([
    { id: 'kept', ...passkey },
    { id: 'lost', ...passkey },
  ]);
  expect(await organizers.findSession('second', now)).toMatchObject({ organizer: { name: 'Ada', role: 'reader' } });
  expect(await organizers.removeOwnPasskey('lost', asking)).toBe(true);
  expect(await organizers.findSession('second', now)).toBeUndefined();
  const again = await organizers.signIn('kept', 1, 'Firefox on Linux', now);
  expect(await organizers.findSession(again, now)).toBeDefined();
  await expect(organizers.removeOwnPasskey('kept', asking)).rejects.toThrow('your only passkey');
});
