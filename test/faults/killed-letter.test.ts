import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/app/open-store.ts';
import { minuteMs } from '../../src/durations.ts';
import { createLetterService } from '../../src/letters/service.ts';
import { ContentCopy } from '../support/content-copy.ts';
import { temporaryFolder } from '../support/databases.ts';
import { waitlist } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { lettersContent, takeBackWindowMs, news, localUrl } from '../support/letters.ts';
import { startMailServer } from '../support/mail-server.ts';
import { cheapProofs } from '../support/proof.ts';
import { recording } from '../support/recording.ts';
import { startSite } from '../support/site.ts';

const { SECRET } = cheapProofs;
const founders = Array.from({ length: 25 }, (_, index) => `founder${index}@example.com`);
const acceptedBeforeKill = 7;
/** The leases of the killed process end after a minute. */
const afterTheLeases = () => new Date(Date.now() + 2 * minuteMs);

/** A mail server that accepts a few mails to founders, and then keeps each without a response until `acceptAll` is called. */
async function startHangingMailServer() {
  const accepted: string[] = [];
  const unacknowledged: string[] = [];
  let limit = acceptedBeforeKill;
  const mailServer = await startMailServer({
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [, key] = /^Message-ID: (\S+)/imu.exec(Buffer.concat(chunks).toString())!;
        const mail = `${envelope.rcptTo[0]!.address} ${key}`;
        if (accepted.length >= limit) return void unacknowledged.push(mail);
        accepted.push(mail);
        done();
      });
    },
  });
  return Object.assign(mailServer, { accepted, unacknowledged, acceptAll: () => (limit = Number.POSITIVE_INFINITY) });
}

it('a letter whose sending is killed reaches every founder once after the restart, and repeats only what was not acknowledged, under the same Message-ID', async () => {
  using temporary = temporaryFolder();
  using copy = new ContentCopy();
  await using mailServer = await startHangingMailServer();
  await using store = await openStore(`file:${join(temporary.folder, 'founder-house.db')}`);
  for (const email of founders) {
    const { submission, ...rest } = recording({ inf_field_Email: email }, { form: 'waitlist' });
    await store.submissions.record({ ...rest, submission: { ...submission, form: waitlist } });
  }
  const letters = createLetterService({
    letters: store.letters,
    content: () => lettersContent,
    siteUrl: localUrl,
    secret: SECRET,
    organizerEmail: undefined,
  });
  const sentAt = new Date(Date.now() - takeBackWindowMs);
  const id = await letters.write(news, 'organizer', sentAt);
  const letter = await letters.preview(id, sentAt);
  await store.letters.test(letter, 'organizer', sentAt);
  expect((await letters.send(letter, 'organizer', sentAt)).count).toBe(founders.length);
  const delivered = async () =>
    (await Array.fromAsync(store.outbox.list({ state: 'delivered' }))).filter(({ kind }) => kind === 'letter').length;

  const contentFolder = copy.edit('site.yaml', /^# postalAddress:/mu, 'postalAddress:').folder;
  const env = { SECRET, SMTP_URL: mailServer.url, CONTENT_FOLDER: contentFolder };
  const killed = await startSite({ dataDir: temporary.folder, env });
  await expect.poll(() => mailServer.unacknowledged.length).toBeGreaterThan(0);
  await expect.poll(delivered).toBe(acceptedBeforeKill);
  await killed.end('SIGKILL');

  mailServer.acceptAll();
  const restarted = await startSiteInProcess(env, { dataDir: temporary.folder, content: lettersContent, now: afterTheLeases });
  await expect.poll(delivered).toBe(founders.length);
  expect(mailServer.accepted.map((mail) => mail.split(' ')[0]).toSorted()).toEqual(founders.toSorted());
  expect(mailServer.accepted).toEqual(expect.arrayContaining(mailServer.unacknowledged));
  await restarted[Symbol.asyncDispose]();
});
