import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataWith } from '../../test/support/cli-data.ts';
import { ContentCopy } from '../../test/support/content-copy.ts';
import { recording } from '../../test/support/recording.ts';

const onWaitlist = (email: string) => recording({ inf_field_Email: email }, { form: 'waitlist' });

/** Fills in the dates of a retreat as an organizer would. */
const fillIn = (copy: ContentCopy, slug: string) =>
  copy
    .edit(`retreats/${slug}/facts.yaml`, /^season: .*$/mu, 'season: Fall 2099')
    .edit(`retreats/${slug}/facts.yaml`, /^(earliest|latest): .*$/gmu, '$1: 2099-09-30')
    .edit(`retreats/${slug}/letter.yaml`, /^date: .*$/mu, 'date: 2026-11-01')
    .edit(`retreats/${slug}/next-steps.yaml`, /on: #.*$/gmu, 'on: 2099-09-30');

afterEach(() => void vi.unstubAllEnvs());

describe('organizer season', () => {
  it('closes a retreat that is over, once, and lists it with its figures', async () => {
    using data = await dataWith([onWaitlist('ada@example.com'), onWaitlist('bea@example.com')]);
    const season = (...args: string[]) => data.organizer(['season', ...args]);
    expect(await data.organizer(['season', 'close', 'spring-2026'], {}, { columns: 80, input: 'no\n' })).toMatchObject({ status: 1 });
    const closed = await season('close', 'spring-2026');
    expect([closed.status, closed.stdout]).toEqual([
      0,
      expect.stringMatching(
        /spring-2026 is closed[\s\S]*2 on the waitlist, 0 of them invited[\s\S]*2 were still waiting[\s\S]*set "afterwards: turn"[\s\S]*ALUMNAE_RETENTION_DAYS/u,
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
      status: 2,
      stderr: 'There is no retreat fall-2099; choose one of spring-2026\nAdd --help to a command to see how it is used.\n',
    });
    expect(await ask('spring-2026', 'spring-2026')).toMatchObject({ status: 1, stderr: expect.stringContaining('over') as string });
    expect(await data.organizer(['season', 'invite-back', 'spring-2026'])).toMatchObject({ status: 2 });
  });

  it('says that a retreat has empty dates and what to do, and asks the founders once when it is complete', async () => {
    using data = await dataWith([onWaitlist('ada@example.com')]);
    using copy = new ContentCopy();
    vi.stubEnv('CONTENT_FOLDER', copy.folder);
    const season = (...args: string[]) => data.organizer(['season', ...args]);
    await season('new', 'fall-2099', '--from', 'spring-2026');
    const refused = {
      status: 1,
      stderr: 'fall-2099 still has empty dates; fill in what "npm run check:content" lists\n',
    };
    expect(await season('close', 'fall-2099')).toMatchObject(refused);
    const ask = () => season('invite-back', 'spring-2026', '--to', 'fall-2099');
    expect(await ask()).toMatchObject({ status: 2, stderr: `${refused.stderr}Add --help to a command to see how it is used.\n` });
    fillIn(copy, 'fall-2099');
    expect((await ask()).stdout).toMatch(/^1 founder will be asked by email /u);
    expect((await ask()).stdout).toBe('There is no founder to ask.\nAlready asked before: 1.\n');
  });

  it('warns before it asks the founders of a retreat that is not over, and asks on a terminal whether to send the mails', async () => {
    using data = await dataWith([onWaitlist('ada@example.com')]);
    using copy = new ContentCopy();
    vi.stubEnv('CONTENT_FOLDER', copy.folder);
    await data.organizer(['season', 'new', 'fall-2099', '--from', 'spring-2026']);
    fillIn(copy, 'fall-2099').edit('retreats/spring-2026/facts.yaml', /^(earliest|latest): .*$/gmu, '$1: 2098-05-31');
    const args = ['season', 'invite-back', 'spring-2026', '--to', 'fall-2099'];
    const warning = 'Warning: spring-2026 is not over until May 31, 2098.';
    const refused = await data.organizer(args, {}, { columns: 80, input: 'no\n' });
    expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/Nothing was sent\n$/u) as string });
    const sent = await data.organizer(args);
    expect([sent.status, sent.stdout]).toEqual([0, expect.stringMatching(/^1 founder will be asked by email /u)]);
    for (const { stderr } of [refused, sent]) expect(stderr).toContain(warning);
  });
});
