import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { engines, newDatabaseUrl, temporaryFolder } from '../../test/support/databases.ts';
import { answers, content, waitlist } from '../../test/support/forms.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { startIntake } from '../../test/support/intake.ts';

describe.each(engines)('the lost-link form over %s', (engine) => {
  it.each([
    ['', 'Enter your email address'],
    ['ada', 'Enter an email address like name@example.com, without spaces'],
    ['%3Cb%3E%22%40example.com', 'Enter an email address like name@example.com, without spaces'],
    ['%00', 'This contains invisible control characters'],
    ['ada%00@example.com', 'This contains invisible control characters'],
    ['%ED%A0%80', 'Some of these characters got damaged on the way'],
  ])('attack: asks again for an address that is empty, malformed or cannot be stored (%s)', async (address, problem) => {
    using temporary = temporaryFolder();
    const env = { DATABASE_URL: await newDatabaseUrl(engine, join(temporary.folder, 'data')), SITE_URL: 'http://127.0.0.1:4321' };
    await using site = await startHttpApp({ now: new Date('2026-11-22T12:00:00Z') }, env);
    const { statusCode, body } = await site.app.inject({
      method: 'POST',
      url: paths.lostLink,
      payload: `inf_field_Email=${address}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: env.SITE_URL },
    });
    expect([statusCode, body]).toEqual([422, expect.stringMatching(/<title>Error: See where you stand/u)]);
    expect(body).toContain(problem);
    expect(body).not.toContain('<b>');
    expect(body).toContain(content.status.lostLink.button);
  });
});

describe('attack: reading from the lost-link form who is on the waitlist', () => {
  it('an address on the list and an unknown one get the same answer, and cause no work before it is out', async () => {
    const clock = { now: new Date() };
    await using site = await startIntake(clock);
    const known = 'ottoline@example.com';
    await site.postWithProof(waitlist.id, answers({ inf_field_Email: known }));
    expect(await site.mails()).toHaveLength(1);
    const seen = [];
    for (const address of [known, 'nobody@example.com', known, 'nobody.else@example.com']) {
      const { statusCode, body, headers } = await site.send(paths.lostLink, { inf_field_Email: address });
      const { date: _date, 'x-request-id': _id, ...same } = headers;
      seen.push({ statusCode, body, same, deliveries: await site.services.store.outbox.count() });
    }
    expect(seen).toEqual(Array(4).fill(seen[0]));
    expect(seen[0]).toMatchObject({ statusCode: 200, deliveries: 1 });
    await site.app.close();
    const mails = await site.mails();
    expect(mails.slice(1).map(({ to, mail }) => [to[0], mail.subject])).toEqual([[known, content.emails['status-link'].subject]]);
  });
});
