import { join } from 'node:path';
import type { Content } from '../../src/content/content.ts';
import { createLetterService } from '../../src/letters/service.ts';
import { contentWith, hoursBefore } from './app.ts';
import { newDatabaseUrl, temporaryFolder } from './databases.ts';
import type { EngineName } from './databases.ts';
import { answers, waitlist, workshop } from './forms.ts';
import { startIntake } from './intake.ts';
import type { ReceivedMail } from './mail-server.ts';
import { cheapProofs } from './proof.ts';
import { recording, retreatSlug } from './recording.ts';

const question = { text: 'Was it worth your hour?', options: ['Yes', 'No'] };
const replay = { video: '/uploads/replays/talk.mp4', captions: '/uploads/replays/talk.vtt', transcript: ['Welcome.'] };
/** The content of a workshop with a replay and a question, and of a site with a postal address. */
export const lettersContent = contentWith({ question, replay, afterwards: 'turn' }, { postalAddress: '1 Long Table Road, Austin' });
export const talk = lettersContent.workshops[0]!;
export const organizerEmail = 'organizer@example.com';
const { SECRET } = cheapProofs;
export const localUrl = 'http://localhost:4321';
export const takeBackWindowMs = 60_000;

/** Starts the site with a mail server, a clock and the letters of its organizer; with a folder, from its build and on its content. */
export async function startLetters(
  engine: EngineName = 'sqlite',
  { content = lettersContent, siteUrl = localUrl, folder }: { content?: Content; siteUrl?: string; folder?: string } = {},
) {
  const temporary = temporaryFolder();
  const clock = { now: hoursBefore(24) };
  const databaseUrl = await newDatabaseUrl(engine, join(temporary.folder, 'data'));
  const site = await startIntake(clock, { DATABASE_URL: databaseUrl, SITE_URL: siteUrl, ORGANIZER_EMAIL: organizerEmail }, content, folder);
  const { store } = site.services;
  const letters = createLetterService({ letters: store.letters, content: () => content, siteUrl, secret: SECRET, organizerEmail });
  return {
    ...site,
    store,
    clock,
    letters,
    databaseUrl,
    /** Stores an accepted form of a founder; returns its id. */
    async register(name: string, kind: 'workshop' | 'waitlist' = 'workshop', values: Record<string, string> = {}) {
      const typed = { inf_field_FirstName: name, inf_field_Email: `${name}@example.com`, inf_custom_SystemSize: '11-25 Units', ...values };
      const recorded = recording(typed, { form: kind === 'workshop' ? workshop : waitlist, receivedAt: clock.now });
      await store.submissions.record(recorded);
      return recorded.submission.id;
    },
    /** Posts a form without script, and confirms the address with the link in the email. */
    async signUp(formId: string, email: string) {
      await site.post(formId, answers({ inf_field_Email: email }));
      // Emails that are due at the same time arrive in any order.
      const asked = (await site.mails()).findLast(({ to, mail }) => to[0] === email && mail.text?.includes('/confirm/'));
      await site.send(linkIn(asked, '/confirm/'));
    },
    /** Returns a letter as an organizer reads it now. */
    read: (id: string) => letters.preview(id, clock.now),
    /** Tests and sends a letter, and lets its hold pass. */
    async send60(id: string) {
      const letter = await letters.preview(id, clock.now);
      await letters.test(letter, { organizer: 'Olive' }, clock.now);
      await letters.send(letter, { organizer: 'Olive' }, clock.now);
      clock.now = new Date(clock.now.getTime() + takeBackWindowMs);
    },
    mailsTo: async (name: string) => (await site.mails()).filter(({ to }) => to[0] === `${name}@example.com`),
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      temporary[Symbol.dispose]();
    },
  };
}

export const toWaitlist = { of: 'waitlist' as const, retreat: retreatSlug, state: 'waiting' as const, sizes: [] as string[], since: '' };
export const news = { subject: 'News, {firstName}', text: ['Hello {firstName},', 'There is news.'], link: null, audience: toWaitlist };

/** Returns the addresses of this site in an email, as paths. */
export const linksIn = (text = '') => [...text.matchAll(/http:\/\/(?:localhost|127\.0\.0\.1):\d+(\/\S+)/gu)].map(([, path]) => path!);

/** Returns the first of them with this part. */
export const linkIn = (received: ReceivedMail | undefined, part: string) =>
  linksIn(received?.mail.text).find((path) => path.includes(part))!;
