import { expect, it, vi } from 'vitest';
import { eraseRows } from '../../test/support/erasing.ts';
import { answers, waitlist as form } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { retreatSlug } from '../../test/support/recording.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';

it.each(['leaves', 'is erased', 'no longer has a retreat to wait for, because it is closed'])(
  'a founder who %s while a correction is saved is put on no waitlist by it',
  async (what) => {
    const clock = { now: new Date() };
    await using site = await startIntake(clock);
    const { store, secret, invitationSettings } = site.services;
    await site.postWithProof(form.id, answers());
    const [entry] = await store.waitlist.list();
    const { id, submission } = entry!;
    const ended = {
      leaves: () => store.waitlist.leave(id, invitationSettings, clock.now),
      'is erased': () => eraseRows(store, submission.person.email, clock.now),
    }[what];
    const end = ended ?? (() => store.waitlist.closeRetreat(retreatSlug, 'organizer', invitationSettings, clock.now));
    const correction = { ...answers({ inf_field_Company: 'Corrected' }), action: 'details' };
    const { record } = store.submissions;
    vi.spyOn(store.submissions, 'record').mockImplementationOnce(async (corrected) => {
      // The page has read the entry by now.
      await end();
      return record(corrected);
    });
    expect((await site.send(paths.status(signedId(secret, 'status', submission.id)), correction)).statusCode).toBeLessThan(500);
    const entries = await store.waitlist.list();
    expect(entries.map(({ state, retreat }) => [state, retreat])).toEqual(
      what === 'is erased' ? [] : [[what === 'leaves' ? 'withdrawn' : 'waiting', retreatSlug]],
    );
  },
);
