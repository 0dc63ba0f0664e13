import { afterAll, beforeAll, expect, it } from 'vitest';
import { recording } from '../../test/support/recording.ts';
import { dataWith } from '../../test/support/cli-data.ts';

const questions = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';
const slack = 'inf_option_AddmetotheFounderHouseSlackCommunity';

let data: Awaited<ReturnType<typeof dataWith>>;
beforeAll(async () => {
  data = await dataWith([
    recording({ inf_field_Phone1: '1', [slack]: '1512' }, { receivedAt: new Date('2026-11-20T10:00:00Z') }),
    recording(
      { inf_field_Phone1: '+1 512', [questions]: 'First?\r\nState: held\u001b[2J', gone_wire: 'kept' },
      { receivedAt: new Date('2026-11-21T10:00:00Z'), utm: { utm_campaign: 'spring', utm_source: 'newsletter' } },
    ),
  ]);
});
afterAll(() => data[Symbol.dispose]());

const show = (...args: string[]) => data.organizer(['submissions', 'show', ...args], { TZ: 'UTC' });

it('show prints every answer with its label, the campaign, and superseded answers', async () => {
  const [older, newer] = data.ids as [string, string];
  expect((await show(newer.slice(0, 13))).stdout).toBe(
    [
      `ID: ${newer}`,
      'Form: Founder House Speaker Series: Wrenna Halloway',
      'State: Confirmed',
      'Received: 2026-11-21 10:00',
      'First name: Ottoline',
      'Last name: Vane',
      'Email: ottoline@example.com',
      'Phone: +1 512',
      'Questions for the speaker:',
      '    First?',
      String.raw`    State: held\u001b[2J`,
      'gone_wire: kept',
      'Source: newsletter',
      'Campaign: spring',
      '',
      'Sent before, and replaced by this one:',
      '',
      `ID: ${older}`,
      'Form: Founder House Speaker Series: Wrenna Halloway',
      `State: Confirmed, replaced by ${newer}`,
      'Received: 2026-11-20 10:00',
      'First name: Ottoline',
      'Last name: Vane',
      'Email: ottoline@example.com',
      'Phone: 1',
      'Add me to the Founder House Slack community: yes',
      '',
    ].join('\n'),
  );
});

it('show --json prints the submission as JSON', async () => {
  const [older, newer] = data.ids as [string, string];
  const shown = JSON.parse((await show(newer, '--json')).stdout) as { older: unknown[] };
  expect(shown).toMatchObject({
    id: newer,
    utm: { utm_source: 'newsletter', utm_campaign: 'spring' },
    fields: { inf_field_Phone1: '+1 512' },
  });
  expect(shown.older).toEqual([expect.objectContaining({ id: older, state: 'accepted', receivedAt: '2026-11-20T10:00:00.000Z' })]);
});

it('show refuses an id that matches no submission, or several', async () => {
  const none = await show('ffff');
  expect(none.stderr).toMatch(/^ffff: no submission has this id;/mu);
  const several = await show('0');
  expect(several.stderr.split('\n').slice(2)).toEqual([...data.ids, '']);
  expect([none.status, several.status]).toEqual([1, 1]);
});
