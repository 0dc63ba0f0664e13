import { expect, it } from 'vitest';
import { engines, temporaryFolder } from '../../../test/support/databases.ts';
import { insertInto, olderDatabase } from '../../../test/support/older-version.ts';
import { openStore } from '../../app/open-store.ts';

it.each(engines)('attendance of an older version is migrated over %s as what the founder did by the personal link', async (engine) => {
  using temporary = temporaryFolder();
  const { databaseUrl, query } = await olderDatabase(engine, temporary.folder, '0026-erasures');
  const receivedAt = '2026-03-01T12:00:00.000Z';
  await query(
    insertInto('submissions', {
      id: 's1',
      form_id: 'form',
      form_kind: 'workshop',
      form_name: 'Form',
      email_key: 'ada@example.com',
      state: 'accepted',
      fields: '{}',
      utm: '{}',
      consents: '[]',
      search: '',
      received_at: receivedAt,
    }),
  );
  await query(insertInto('attendance', { submission_id: 's1', joined_at: receivedAt }));
  await using store = await openStore(databaseUrl);
  expect(await store.workshops.findAttendance('s1')).toEqual({ joinedAt: receivedAt, actor: 'founder', name: null });
});
