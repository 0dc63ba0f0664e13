import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfWorkshop } from '../content/workshop-schedule.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { createRunSheet } from './run-sheet.ts';
import { contentWith, hoursBefore } from '../../test/support/app.ts';
import { engines, newDatabaseUrl, temporaryFolder, temporaryStore } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { workshop } from '../../test/support/forms.ts';
import { startIntake } from '../../test/support/intake.ts';
import { cheapProofs } from '../../test/support/proof.ts';
import { recording } from '../../test/support/recording.ts';

const question = { text: 'Was it worth your hour?', options: ['Yes', 'In part', 'No'] };
const content = contentWith({ question });
const talk = content.workshops[0]!;

describe.each(engines)('the question after a workshop over %s', (engine) => {
  it('is answered without a login, can be answered again, and is on the run sheet', async () => {
    using temporary = temporaryFolder();
    const clock = { now: hoursBefore(1) };
    await using site = await startIntake(clock, { DATABASE_URL: await newDatabaseUrl(engine, join(temporary.folder, 'data')) }, content);
    const { store } = site.services;
    const { submission, ...rest } = recording();
    await store.submissions.record({ ...rest, submission: { ...submission, form: { ...submission.form, id: workshop.id } } });
    const path = paths.feedback(signedId(cheapProofs.SECRET, 'feedback', submission.id));
    const open = () => site.app.inject({ url: path });
    for (const early of [await open(), await site.send(path, { answer: 'Yes' })]) {
      expect(early.statusCode).toBe(404);
      expect(early.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      const words = early.body.replaceAll(/<[^>]+>/gu, '').replaceAll('\u00A0', ' ');
      expect(words).toContain('Nothing to answer yet');
      expect(words).toContain('Open this link again after Friday, July 11, 2025, at 11:00 am Central time.');
    }
    expect(await store.workshops.findFeedback(submission.id)).toBeUndefined();

    clock.now = endOfWorkshop(talk);
    const asked = await open();
    expect(asked.body.match(/<input type="radio"/gu)).toHaveLength(3);
    expect(asked.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(await store.workshops.findFeedback(submission.id)).toBeUndefined();

    for (const values of [{}, { answer: 'Perhaps' }] as Record<string, string>[]) {
      const missing = await site.send(path, values);
      expect([missing.statusCode, /<title>Error: [^]*Please choose an answer\./u.test(missing.body)]).toEqual([422, true]);
    }
    for (const answer of ['No', 'Yes']) expect((await site.send(path, { answer })).body).toContain(`We have your answer: ${answer}`);
    expect((await open()).body).toMatch(/checked=""[^>]*value="Yes"|value="Yes"[^>]*checked=""/u);
    const sheet = await createRunSheet(store, content, undefined, clock.now);
    expect(sheet?.feedback).toEqual([{ question: question.text, answer: 'Yes', count: 1 }]);

    const wrong = paths.feedback(signedId(cheapProofs.SECRET, 'join', submission.id));
    expect((await site.app.inject({ url: wrong })).statusCode).toBe(404);
    await eraseRows(store, 'ottoline@example.com', clock.now);
    expect((await open()).statusCode).toBe(410);
    expect(await store.workshops.countFeedback(workshop.id)).toEqual([]);
  });

  it('needs no answer once the workshop is cancelled', async () => {
    using temporary = temporaryFolder();
    const env = { DATABASE_URL: await newDatabaseUrl(engine, join(temporary.folder, 'data')) };
    const cancelled = contentWith({ question, cancelled: true });
    await using site = await startIntake({ now: endOfWorkshop(talk) }, env, cancelled);
    const { submission, ...rest } = recording();
    await site.services.store.submissions.record({ ...rest, submission: { ...submission, form: { ...submission.form, id: workshop.id } } });
    const response = await site.app.inject({ url: paths.feedback(signedId(cheapProofs.SECRET, 'feedback', submission.id)) });
    expect([response.statusCode, response.body]).toEqual([404, expect.stringContaining('There is nothing to do.')]);
  });

  it('counts once for a founder who registers and answers again, as answered last', async () => {
    await using temporary = await temporaryStore(engine);
    const { store } = temporary;
    const answered = new Date();
    for (const [minutes, answer] of ['No', 'Yes'].entries()) {
      const { id } = await store.submissions.record(recording());
      await store.workshops.recordFeedback(id, { question: question.text, answer }, new Date(answered.getTime() + minutes * 60_000));
    }
    const { id } = await store.submissions.record(recording({ inf_field_Email: 'maren@example.com' }));
    await store.workshops.recordFeedback(id, { question: question.text, answer: 'Yes' }, answered);
    const { form } = recording().submission;
    expect(await store.workshops.countFeedback(form.id)).toEqual([{ question: question.text, answer: 'Yes', count: 2 }]);
  });
});
