import { loadContent } from '../content/load.ts';
import { createIntake } from '../intake/receive.ts';
import { openStore } from '../store/open.ts';
import { readSettings } from './settings.ts';

async function makeLocals(): Promise<App.Locals> {
  const { siteUrl, databaseUrl } = readSettings(process.env);
  const store = await openStore(databaseUrl);
  const content = loadContent();
  const intake = createIntake({ siteUrl, content, store, now: () => new Date(), report: (error) => console.error(error) });
  return {
    content,
    intake,
    refuse: (status) => new Response(`${status}: the page of this status is at /problems/${status}\n`, { status }),
  };
}

/** What `npm run dev` gives to the pages that take posts: the real intake over the real store. */
export const editingLocals = makeLocals();
