import { expect, it, vi } from 'vitest';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { cheapProofs } from '../../test/support/proof.ts';

const email = 'ottoline@example.com';

it('a one-click unsubscribe from a client beyond its limit of pages is stored, and gets success', async () => {
  await using site = await startIntake({ now: new Date() }, { RATE_LIMIT_PER_MINUTE: '1' });
  await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
  const { id } = (await site.submissions())[0]!;
  const reminders = paths.unsubscribe(signedId(cheapProofs.SECRET, 'unsubscribe', id));
  const letters = paths.stopLetters(signedId(cheapProofs.SECRET, 'letters', crypto.randomUUID()));
  const statuses = [];
  while (statuses.at(-1) !== 429 && statuses.length < 1000) statuses.push((await site.app.inject(reminders)).statusCode);
  expect(statuses.slice(-2)).toEqual([200, 429]);

  for (const [path, values, line] of [
    [reminders, { 'List-Unsubscribe': 'One-Click' }, 'No more reminders\n'],
    [letters, { 'List-Unsubscribe': 'One-Click' }, 'No more letters\n'],
  ] as const) {
    const { statusCode, headers, body } = await site.send(path, values);
    expect([statusCode, headers['content-type'], headers['x-robots-tag'], body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'noindex',
      line,
    ]);
  }
  expect(await site.services.store.people.isSuppressed(email, 'reminders')).toBe(true);
  expect((await site.send(reminders, { reminders: 'again' })).body).toBe('We’ll remind you again\n');
  expect(await site.services.store.people.isSuppressed(email, 'reminders')).toBe(false);
  expect((await site.app.inject(reminders)).statusCode).toBe(429);
});

it('the address of a founder who is erased while the button to unsubscribe is pressed is not stored again', async () => {
  const clock = { now: new Date() };
  await using site = await startIntake(clock);
  await site.postWithProof(workshop.id, answers({ inf_field_Email: email }));
  const { store, secret } = site.services;
  const { id } = (await site.submissions())[0]!;
  const { suppress } = store.people;
  vi.spyOn(store.people, 'suppress').mockImplementationOnce(async (...suppressed) => {
    // The page has read the address by now.
    await eraseRows(store, email, clock.now);
    return suppress(...suppressed);
  });
  expect((await site.send(paths.unsubscribe(signedId(secret, 'unsubscribe', id)))).statusCode).toBe(404);
  expect(await store.people.isSuppressed(email, 'reminders')).toBe(false);
});
