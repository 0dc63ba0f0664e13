import { minuteJobs } from '../../src/app/scheduler.ts';
import type { Content } from '../../src/content/content.ts';
import { signedId, tokenFor } from '../../src/link-tokens.ts';
import { paths } from '../../src/paths.ts';
import { newDatabaseUrl, temporaryFolder } from './databases.ts';
import type { EngineName } from './databases.ts';
import { content } from './forms.ts';
import { startIntake } from './intake.ts';
import { recording } from './recording.ts';

/** What a founder tells the house, in words that are nowhere else. */
export const houseAnswers = {
  diet: 'No walnuts, please; a spoonful sends me to hospital',
  access: 'A room without stairs',
  arrival: '2031-05-01T15:20',
  travel: 'Flight ZQ 4711 from Waco',
  contact: 'Barnaby Thistlewood',
  phone: '512-555-0199',
};

const [first] = content.retreats as [Content['retreats'][number]];

/** The retreat is from May 1st to 4th, 2031, and its page turns. */
export const houseContent: Content = {
  ...content,
  retreats: [
    {
      ...first,
      facts: { ...first.facts, earliest: '2031-04-01', latest: '2031-05-31', afterwards: 'turn' },
      nextSteps: {
        ...first.nextSteps,
        checkIn: { ...first.nextSteps.checkIn, on: '2031-05-01', at: '16:00' },
        checkOut: { ...first.nextSteps.checkOut, on: '2031-05-04' },
      },
    },
  ],
};

/** Starts the site with that retreat; it has the time that the test sets. */
export async function startHouse(engine: EngineName = 'sqlite', env: Record<string, string> = {}) {
  const clock = { now: new Date('2031-01-10T15:00:00Z') };
  const temporary = temporaryFolder();
  const databaseUrl = await newDatabaseUrl(engine, temporary.folder);
  const site = await startIntake(clock, { DATABASE_URL: databaseUrl, ...env }, houseContent);
  const { store, secret, invitationSettings } = site.services;
  const settings = { dataDir: temporary.folder, retentionDays: 730, alumnaeRetentionDays: 0, organizerEmail: undefined };

  /** A founder who has accepted a seat. `press` posts a form of the status page at `url`. */
  async function seat(name: string) {
    const email = `${name.toLowerCase()}@example.com`;
    const { id } = await store.submissions.record(
      recording({ inf_field_FirstName: name, inf_field_Email: email }, { form: 'waitlist', receivedAt: clock.now }),
    );
    const entry = (await store.waitlist.findBySubmission(id))!;
    const latestEnd = new Date(clock.now.getTime() + 86_400_000);
    const invitation = await store.waitlist.invite(
      entry.id,
      { note: '', latestEnd, overCapacity: false, by: 'organizer' },
      invitationSettings,
      clock.now,
    );
    await store.waitlist.answer(invitationSettings.hashFor(invitation.id), 'accept', invitationSettings, clock.now);
    const url = paths.status(signedId(secret, 'status', id));
    return {
      email,
      url,
      entryId: entry.id,
      page: async () => (await site.app.inject({ url })).body,
      invitationPage: async () => (await site.app.inject({ url: paths.invitation(tokenFor(secret, 'invitation', invitation.id)) })).body,
      press: (action: string, values: Record<string, string> = {}) => site.send(url, { action, ...values }),
    };
  }
  return {
    ...site,
    store,
    clock,
    databaseUrl,
    folder: temporary.folder,
    seat,
    /** Runs the jobs of each minute. */
    async minute() {
      for (const run of Object.values(minuteJobs({ store, content: houseContent, invitationSettings, settings, now: () => clock.now })))
        await run();
    },
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      temporary[Symbol.dispose]();
    },
  };
}
