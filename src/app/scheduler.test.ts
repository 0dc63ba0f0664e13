import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInvitationSettings } from '../retreats/invitation-service.ts';
import { readSettings } from './settings.ts';
import { startScheduler } from './scheduler.ts';
import { engines, temporaryStore } from '../../test/support/databases.ts';
import { content } from '../../test/support/forms.ts';
import { organizer } from '../../test/support/organizer.ts';
import { insertInto } from '../../test/support/older-version.ts';
import { invitationSettingsFor, recording } from '../../test/support/recording.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 22, 12);
const day = (days: number) => new Date(start + days * dayMs);

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(engines)('the daily erasure over %s', (engine) => {
  /** Creates a store with five submissions from day 0; returns functions that run the jobs of a site on it. */
  async function storeWithFive() {
    const temporary = await temporaryStore(engine);
    const { store, folder: dataDir, databaseUrl } = temporary;
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET: 'x'.repeat(32), RETENTION_DAYS: '365' };
    const settings = readSettings(env);
    const record = (name: string, at: Date, form: 'workshop' | 'waitlist' = 'workshop') =>
      store.submissions.record({ ...recording({ inf_field_Email: `${name}@example.com` }, { receivedAt: at, form }), deliveries: [] });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await record(name, day(0));
    const count = async () => (await store.submissions.listForCounts()).length;
    /** Runs the jobs of a site that starts at this instant, and the daily job a minute later. Returns their log messages. */
    async function runSite(at: Date, meanwhile: () => Promise<unknown> = async () => {}) {
      const setTimer = vi.spyOn(globalThis, 'setTimeout');
      const logged: string[] = [];
      const log = {
        info: (_: unknown, message: string) => void logged.push(message),
        error: ({ err }: { err: Error }, message: string) => void logged.push(`${message}: ${err.message}`),
      };
      let now = at;
      const invitationSettings = createInvitationSettings(content, 'x'.repeat(32), settings);
      const scheduler = startScheduler({
        store,
        content,
        invitationSettings,
        settings,
        now: () => now,
        wakeWorkers: () => {},
        readBack: undefined,
        log: log as never,
      });
      await meanwhile();
      now = new Date(at.getTime() + 60_000);
      // Runs the daily job directly: fake timers would also end the connections to PostgreSQL.
      for (const [run, delayMs] of setTimer.mock.calls) if (delayMs === 60_000) run();
      setTimer.mockRestore();
      await scheduler.stop();
      return logged.join('\n');
    }
    return { count, record, runSite, query: temporary.query, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
  }

  it('attack: refuses and says what to do if the clock is three years ahead, even after a submission with that clock', async () => {
    await using site = await storeWithFive();
    expect(await site.runSite(day(1))).toBe('erased expired data');
    const ahead = day(3 * 365);
    const logged = await site.runSite(ahead, () => site.record('late', new Date(ahead.getTime() + 1000)));
    expect(logged).toMatch(
      /erasing expired data failed: Nothing was erased: the clock says 2029-.*1094 days after.*run "organizer erase-expired --yes" once/u,
    );
    expect(await site.count()).toBe(6);
    // The clock is correct again.
    expect(await site.runSite(day(2))).toBe('erased expired data');
    expect(await site.count()).toBe(6);
  });

  it('attack: refuses a clock that is ahead if it never ran before, as in a database of an older version', async () => {
    await using site = await storeWithFive();
    const ahead = day(3 * 365);
    expect(await site.runSite(ahead, () => site.record('late', new Date(ahead.getTime() + 1000)))).toMatch(/Nothing was erased/u);
    expect(await site.count()).toBe(6);
  });

  it('erases house facts each day', async () => {
    await using site = await storeWithFive();
    const row = insertInto('house_facts', {
      entry_id: (await site.record('ada', day(0), 'waitlist')).id,
      diet: '',
      access: '',
      arrival: '',
      travel: '',
      contact: '',
      phone: '',
      changed_at: day(0).toISOString(),
    });
    await site.query(row);
    const stored = async () => (await site.query('SELECT entry_id FROM house_facts')).length;
    for (const [days, left] of [
      [5, 1],
      [11, 1],
      [17, 1],
      [23, 1],
      [29, 1],
      [35, 0],
    ] as const) {
      await site.runSite(day(days));
      expect([days, await stored()]).toEqual([days, left]);
    }
  });

  it('runs while the clock advances by a few days, and erases submissions after their retention', async () => {
    await using site = await storeWithFive();
    for (let days = 0; days < 365; days += 6) expect(await site.runSite(day(days))).toBe('erased expired data');
    expect(await site.count()).toBe(5);
    expect(await site.runSite(day(365.1))).toBe('erased expired data');
    expect(await site.count()).toBe(0);
  });
});

describe('the jobs of each minute', () => {
  it('end expired invitations while another job fails', async () => {
    await using temporary = await temporaryStore();
    const { store, folder } = temporary;
    const { id } = await store.submissions.record({ ...recording({}, { receivedAt: day(0), form: 'waitlist' }), deliveries: [] });
    const entry = (await store.waitlist.findBySubmission(id))!;
    const invitation = { note: '', latestEnd: day(1), overCapacity: false, by: 'organizer' } as const;
    await store.waitlist.invite(entry.id, invitation, invitationSettingsFor(10), day(0));
    const failures: string[] = [];
    const scheduler = startScheduler({
      store: { ...store, workshops: { ...store.workshops, mailRegisteredOnce: () => Promise.reject(new Error('no reminders')) } },
      content: { ...content, workshops: [{ ...content.workshops[0]!, on: '2026-11-24', reminders: [24] }] },
      invitationSettings: invitationSettingsFor(10),
      settings: readSettings({ DATA_DIR: folder, SECRET: 'x'.repeat(32) }),
      now: () => day(1.5),
      wakeWorkers: () => {},
      readBack: undefined,
      log: { info: () => {}, error: ({ err }: { err: Error }, message: string) => failures.push(`${message}: ${err.message}`) } as never,
    });
    await scheduler.stop();
    expect(failures).toEqual(['reminding of workshops failed: no reminders']);
    expect((await store.waitlist.list())[0]!.state).toBe('lapsed');
  });
});

describe('the stop of the jobs', () => {
  it('tells the read-back of the provider to end, and waits for it', async () => {
    await using temporary = await temporaryStore();
    const setTimer = vi.spyOn(globalThis, 'setInterval');
    const ended: string[] = [];
    const scheduler = startScheduler({
      store: temporary.store,
      content,
      invitationSettings: invitationSettingsFor(10),
      settings: readSettings({ DATA_DIR: temporary.folder, SECRET: 'x'.repeat(32) }),
      now: () => day(0),
      wakeWorkers: () => {},
      readBack: async (signal) => {
        await once(signal, 'abort');
        ended.push('read-back');
      },
      log: { info: () => {}, error: () => {} } as never,
    });
    for (const [run, delayMs] of setTimer.mock.calls) if (delayMs === 60_000) run();
    setTimer.mockRestore();
    await scheduler.stop();
    expect(ended).toEqual(['read-back']);
  });
});

describe('organizer erase-expired', () => {
  it('refuses while the clock is implausible, and erases with --yes, which confirms the clock', async () => {
    await using temporary = await temporaryStore();
    const { store, folder } = temporary;
    const run = (...args: string[]) => organizer(['erase-expired', ...args], { DATA_DIR: folder, RETENTION_DAYS: '365' });
    const old = new Date(Date.now() - 400 * dayMs);
    await store.submissions.record({ ...recording({}, { receivedAt: old }), deliveries: [] });
    const refused = await run();
    expect(refused.stderr).toMatch(
      /Nothing was erased: the clock says .*, 400 days after the last known time \(.*, the newest submission\)/u,
    );
    expect(refused.status).toBe(1);
    expect(await store.submissions.listForCounts()).toHaveLength(1);
    expect(await run('--yes')).toMatchObject({ status: 0, stdout: '1 expired submission and 0 unconfirmed submissions erased\n' });
    expect(await store.submissions.listForCounts()).toHaveLength(0);
    expect((await run()).status).toBe(0);
  });
});
