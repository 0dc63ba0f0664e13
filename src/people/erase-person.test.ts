import { mkdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { openStore } from '../app/open-store.ts';
import { mailFolder, removeMailFiles } from '../mail/file-transport.ts';
import { enqueueDigests } from '../submissions/digest.ts';
import { maxNotes } from '../submissions/limits.ts';
import { contentWith, startApp } from '../../test/support/app.ts';
import { untilBlocked } from '../../test/support/blocked.ts';
import { queryDatabase } from '../../test/support/databases.ts';
import { eraseRows } from '../../test/support/erasing.ts';
import { refusal, startMailServer } from '../../test/support/mail-server.ts';
import { everythingIn } from '../../test/support/stored-text.ts';

const quill = { inf_field_LastName: 'Quillfeather', inf_field_Email: 'quill@example.com' };
const email = quill.inf_field_Email;
const clockAt = (now: string) => ({ now: new Date(now) });
const daily = contentWith({}, { organizerNotes: 'daily' });

/** A site that writes emails into files, and `erase`, the command in another process. */
async function siteWithFiles(content = daily) {
  const clock = clockAt('2025-07-01T12:00:00Z');
  const app = await startApp('', { clock, content, env: { ORGANIZER_EMAIL: 'organizer@example.com' } });
  mkdirSync(mailFolder(app.dataDir));
  const command = await openStore(app.settings.databaseUrl);
  return {
    app,
    clock,
    erase: (afterwards = async () => {}) =>
      eraseRows(command, email, clock.now, async (ids) => {
        await removeMailFiles(app.dataDir, ids);
        await afterwards();
      }),
    /** Runs work once the next email is built, and before it is sent. */
    afterBuild: (work: () => Promise<unknown>) =>
      vi.spyOn(app.store.people, 'isSuppressed').mockImplementationOnce(async () => {
        await work();
        return false;
      }),
    mails: () => everythingIn(mailFolder(app.dataDir)),
    async [Symbol.asyncDispose]() {
      await command.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

it('a person who is erased while an email is being written has no file afterwards', async () => {
  await using site = await siteWithFiles();
  await site.app.register(quill);
  const other = await site.app.register();
  site.afterBuild(() => site.erase());
  await site.app.deliveryWorkers.drain();
  expect(site.mails().match(/^To: .*$/gmu)).toEqual([`To: ${other.email}`]);
});

it('an email becomes no file while its person is being erased', async () => {
  await using site = await siteWithFiles();
  await site.app.register(quill);
  let erased: Promise<unknown> | undefined;
  const drained = Promise.withResolvers<void>();
  site.afterBuild(async () => {
    const removed = Promise.withResolvers<void>();
    erased = site.erase(async () => {
      removed.resolve();
      await Promise.race([drained.promise, untilBlocked(site.app.settings.databaseUrl)]);
    });
    await removed.promise;
  });
  await site.app.deliveryWorkers.drain();
  drained.resolve();
  await erased;
  expect(site.mails()).toBe('');
});

it('a digest that is being written while a founder is erased is written without that founder', async () => {
  await using site = await siteWithFiles();
  const { app, clock } = site;
  await app.register(quill);
  await app.register();
  await app.deliveryWorkers.drain();
  clock.now = new Date('2025-07-02T06:00:00Z');
  await enqueueDigests(app.store, daily, app.settings, clock.now);
  site.afterBuild(() => site.erase());
  await app.deliveryWorkers.drain();
  expect(site.mails().match(/^Subject: Sign-ups/gmu)).toHaveLength(1);
  expect(site.mails()).not.toContain('Quillfeather');
});

it('the file of the digest of an hour, which another founder caused, is deleted with each founder in it', async () => {
  await using site = await siteWithFiles(contentWith({}, { organizerNotes: 'each' }));
  const { app, clock } = site;
  await app.register(quill);
  for (let count = 0; count < maxNotes; count += 1) await app.register();
  // To write the two hundred other emails would take seconds.
  await queryDatabase(app.settings.databaseUrl, "DELETE FROM deliveries WHERE kind <> 'organizer-digest'");
  clock.now = new Date('2025-07-01T13:00:00Z');
  await app.deliveryWorkers.drain();
  expect(site.mails().match(/^Subject: Sign-ups/gmu)).toHaveLength(1);
  await site.erase();
  expect(site.mails()).not.toContain('Quillfeather');
});

it('an email that bounces after its person was erased does not suppress the address', async () => {
  const clock = clockAt('2025-07-01T12:00:00Z');
  const asked = Promise.withResolvers<{ refuse: () => void }>();
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) => asked.resolve({ refuse: () => done(refusal(550, '5.1.1 no such user')) }),
  });
  await using app = await startApp(mailServer.url, { clock });
  await app.register(quill);
  const delivered = app.deliveryWorkers.drain();
  const { refuse } = await asked.promise;
  await eraseRows(app.store, email, clock.now);
  refuse();
  await delivered;
  expect((await app.store.people.find(email)).suppressions).toEqual([]);
});
