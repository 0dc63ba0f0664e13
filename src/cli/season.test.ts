import { describe, expect, it } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { recording } from '../../test/support/recording.ts';

const onWaitlist = (email: string) => recording({ inf_field_Email: email }, { form: 'waitlist' });

describe('organizer season', () => {
  it('closes a retreat that is over, once, and lists it with its figures', async () => {
    using data = await dataWith([onWaitlist('ada@example.com'), onWaitlist('bea@example.com')]);
    const season = (...args: string[]) => data.organizer(['season', ...args]);
    expect(await data.organizer(['season', 'close', 'spring-2026'], {}, { columns: 80, input: 'no\n' })).toMatchObject({ status: 1 });
    const closed = await season('close', 'spring-2026');
    expect([closed.status, closed.stdout]).toEqual([
      0,
      expect.stringMatching(
        /spring-2026 is closed[\s\S]*2 on the waitlist, 0 of them invited[\s\S]*2 were still waiting[\s\S]*ALUMNAE_RETENTION_DAYS/u,
      ),
    ]);
    expect(await season('close', 'spring-2026')).toMatchObject({ status: 1, stderr: expect.stringContaining('was closed') as string });
    expect(JSON.parse((await season('list', '--json')).stdout)).toEqual([
      { slug: 'spring-2026', lastDay: expect.any(String) as string, closedAt: expect.any(String) as string, joined: 2, accepted: 0 },
    ]);
    expect((await data.organizer(['retreat', 'invite', data.ids[0]!])).stderr).toContain('was closed');
  });

  it('refuses to ask about a retreat that does not exist or is not later', async () => {
    using data = await dataWith([onWaitlist('ada@example.com')]);
    const ask = (from: string, to: string) => data.organizer(['season', 'invite-back', from, '--to', to]);
    expect(await ask('spring-2026', 'fall-2099')).toMatchObject({
      status: 1,
      stderr: 'There is no retreat fall-2099; choose one of spring-2026.\n',
    });
    expect(await ask('spring-2026', 'spring-2026')).toMatchObject({ status: 1, stderr: expect.stringContaining('over') as string });
    expect(await data.organizer(['season', 'invite-back', 'spring-2026'])).toMatchObject({ status: 2 });
  });
});
