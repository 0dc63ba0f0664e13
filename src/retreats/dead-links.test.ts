import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { answers, waitlist } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { linkIn } from '../../test/support/mails.ts';

it.each([
  ['an invitation', paths.invitation],
  ['a status page', paths.status],
])(
  'attack: one client that guesses the link of %s gets a line of text with status 429, and a founder at the same address opens the founder’s own link',
  async (_, link) => {
    await using site = await startIntake({ now: new Date() }, { RATE_LIMIT_PER_MINUTE: '1' });
    await site.postWithProof(waitlist.id, answers());
    const [mail] = await site.mails();
    const own = new URL(linkIn(mail!.mail, { url: 'http://' }, 'status')).pathname;
    const open = (url: string, remoteAddress = '198.51.100.7') => site.app.inject({ url, remoteAddress, headers: { accept: 'text/html' } });
    const unknown = link('a'.repeat(43));

    for (let count = 0; count < 60; count += 1) expect((await open(unknown)).statusCode).toBe(404);
    const { statusCode, headers, body } = await open(unknown);
    expect([statusCode, body.length < 300]).toEqual([429, true]);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': expect.stringMatching(/^\d+$/u),
      'x-robots-tag': 'noindex',
    });
    expect((await open(own)).statusCode).toBe(200);
    expect((await open(paths.lostLink)).statusCode).toBe(200);
    expect((await open(unknown, '198.51.100.8')).statusCode).toBe(404);
  },
);
