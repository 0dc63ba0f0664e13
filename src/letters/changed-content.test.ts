import { expect, it } from 'vitest';
import type { Store } from '../app/open-store.ts';
import type { Content } from '../content/content.ts';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import { contentWith } from '../../test/support/app.ts';
import { lettersContent, takeBackWindowMs, news, organizerEmail, localUrl, startLetters, talk } from '../../test/support/letters.ts';
import { cheapProofs } from '../../test/support/proof.ts';
import { createLetterService } from './service.ts';

/** The letters as a command sees them, which reads the content from the disk; the site runs with the content that it started with. */
const serviceWith = (content: Content, { letters }: Pick<Store, 'letters'>) =>
  createLetterService({ letters, content: () => content, siteUrl: localUrl, secret: cheapProofs.SECRET, organizerEmail });

it('a letter is not emailed while the site runs with content that has no postal address', async () => {
  await using site = await startLetters('sqlite', { content: contentWith({}) });
  const { store, clock } = site;
  await site.register('ada', 'waitlist');
  const letters = serviceWith(lettersContent, store);
  const id = await letters.write(news, 'organizer', clock.now);
  await letters.test(await site.read(id), 'organizer', clock.now);
  await letters.send(await site.read(id), 'organizer', clock.now);
  clock.now = new Date(clock.now.getTime() + takeBackWindowMs);
  expect((await site.mails()).map(({ to }) => to[0])).toEqual([organizerEmail]);
  const reason = expect.stringContaining('has no postalAddress; add it to content/site.yaml, restart the site') as string;
  expect(await Array.fromAsync(store.outbox.list({ state: 'parked' }))).toMatchObject([{ kind: 'letter', lastError: reason }]);
});

it('a letter has the paragraph above the button to the question once, and only while its workshop has a question', async () => {
  const asking = lettersContent;
  const silent = contentWith({ afterwards: 'turn' }, { postalAddress: '1 Long Table Road, Austin' });
  const [paragraph, button] = [asking.emails['letter-came'].withButton!, asking.emails['letter-came'].button!];
  for (const [written, mailed] of [
    [asking, silent],
    [silent, asking],
  ] as const) {
    await using site = await startLetters('sqlite', { content: mailed });
    const { store, clock } = site;
    await store.workshops.recordAttendance(await site.register('ada'), clock.now);
    clock.now = endOfWorkshop(talk);
    const audience = { of: 'workshop' as const, workshop: talk.slug, attendance: 'came' as const };
    const id = await serviceWith(written, store).begin(audience, 'organizer', clock.now);
    const question = { text: [paragraph], button };
    expect((await serviceWith(written, store).preview(id, clock.now)).question).toEqual(written === asking ? question : null);
    expect((await site.read(id)).question).toEqual(mailed === asking ? question : null);
    await site.send60(id);
    const mails = (await site.mailsTo('ada')).filter(({ mail }) => mail.subject === `Thank you for coming: ${talk.title}`);
    const count = (part: string) => mails.map(({ mail }) => mail.text!.replaceAll(/\s+/gu, ' ').split(part).length - 1);
    expect([count(paragraph), count(button)]).toEqual(mailed === asking ? [[1], [1]] : [[0], [0]]);
  }
});
