import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { hashOf } from '../../src/link-tokens.ts';
import { settingsFor } from './deployment.ts';
import { organizer as organizerCommand } from './organizer.ts';
import { invitationSettingsFor } from './recording.ts';
import { answersOf, openSession, registration, startDeskInProcess, storeAll, openStoreOf } from './desk.ts';
import { base } from './worker-fixtures.ts';

export { expect };

const question = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';

/** Five founders on the waitlist, two of them of one brand in different spellings, and four who registered for the workshop. */
const sample = [
  registration({ daysAgo: 9, more: answersOf('Ada Byron', 'Crumb & Co.', '11-25 Units') }),
  registration({ daysAgo: 8, more: answersOf('Bea Potter', 'The Blue Door', '1-10 Units') }),
  registration({ daysAgo: 7, more: answersOf('Cleo Vane', 'CRUMB and Co, LLC', '150+ Units') }),
  registration({ daysAgo: 6, more: answersOf('Dora Maar', 'Hearth', '26-50 Units') }),
  registration({
    daysAgo: 5,
    form: 'workshop',
    more: answersOf('Edith Stein', 'Petal', '1-10 Units', { [question]: 'How do you find franchisees?' }),
  }),
  registration({
    daysAgo: 4,
    form: 'workshop',
    more: answersOf('Fay Weldon', 'Glow', '1-10 Units', { [question]: 'Where did you find franchisees?' }),
  }),
  registration({
    daysAgo: 3,
    form: 'workshop',
    more: answersOf('Greta Ost', '=1+1', '51-99 Units', { [question]: 'What would you never delegate?' }),
  }),
  registration({ daysAgo: 2, state: 'held', form: 'workshop', more: answersOf('Hana Mori', 'Fern', '1-10 Units') }),
  registration({ daysAgo: 1, deliveries: [{ channel: 'mail', kind: 'waitlist' }], more: answersOf('Ines Paz', 'Oven', '11-25 Units') }),
];

const error = '550 There is nobody of this name';

interface Fixtures {
  /** A data folder with the sample; its only email is parked. */
  folder: string;
  /** Whether the page opens Today. Without it the page has access and is empty: a test that opens another tab does not render two. */
  opensToday: boolean;
  /** The desk of this data folder, to which the page has access. */
  desk: { origin: string; organizer: (...args: string[]) => Promise<string>; accept: (invitation: string) => Promise<void> };
}

/** Script errors, violations of the content security policy and console errors in the page fail the test. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here
  folder: async ({}, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'founder-house-desk-'));
    await storeAll(folder, sample);
    const store = await openStoreOf(folder);
    await store.outbox.recordOutcomes(
      (await Array.fromAsync(store.outbox.list())).map(({ id }) => ({ id, outcome: 'parked', error })),
      new Date(),
    );
    await store.close();
    await provide(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  opensToday: [true, { option: true }],
  desk: [
    async ({ folder, page, opensToday }, provide) => {
      await using desk = await startDeskInProcess(folder);
      const trouble: string[] = [];
      page.on('pageerror', ({ message }) => trouble.push(message));
      page.on('console', (message) => {
        // The page itself reports refused actions, what was erased meanwhile, and a desk that closes or was closed.
        const expected = /^Failed to load resource: (?:net::ERR_|.* status of (?:404|409|503))/u.test(message.text());
        if (message.type() === 'error' && !expected) trouble.push(message.text());
      });
      await (opensToday ? openToday(page, desk) : enter(page, desk));
      const settings = await settingsFor(folder);
      const organizer = async (...args: string[]) => (await organizerCommand(args, settings)).stdout;
      /** Accepts an invitation as the site does. */
      const accept = async (invitation: string) => {
        const store = await openStoreOf(folder);
        const invitationSettings = invitationSettingsFor(10);
        await store.waitlist.answer(hashOf(new URL(invitation).pathname.split('/').at(-1) ?? ''), 'accept', invitationSettings, new Date());
        await store.close();
      };
      await provide({ origin: desk.origin, organizer, accept });
      // The page may be requesting something from the desk while it closes; a handler of the test must not fail then.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(trouble).toEqual([]);
    },
    { auto: true },
  ],
});

type Addresses = Pick<Awaited<ReturnType<typeof startDeskInProcess>>, 'address' | 'origin'>;

async function openToday(page: Page, { address, origin }: Addresses): Promise<void> {
  await page.goto(address);
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByText('0 of 10 seats taken')).toBeVisible();
}

/** Gives the page what the address with the key gives it: the cookie, and the token where src/desk/client/page-token.ts keeps it. */
async function enter(page: Page, { address, origin }: Addresses): Promise<void> {
  const { session } = await openSession(address);
  const [name, value] = session.cookie.split('=') as [string, string];
  await page.context().addCookies([{ name, value, url: origin }]);
  // The frame of a preview has another origin, and no storage.
  await page.addInitScript(
    ([desk, token]) => {
      if (globalThis.origin === desk) localStorage.setItem('desk-page-token', token);
    },
    [origin, session.authorization.replace('Bearer ', '')] as const,
  );
}

/**
 * Replaces the previews of the site's pages, for tests that look only at what is around a preview: a real one needs a process of Astro's
 * development server, which takes more processor time than such a test.
 */
export const replacePreviews = (page: Page) =>
  page.route(/\/page\/(?!mail-)[^/]+$/u, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1></html>' }),
  );
