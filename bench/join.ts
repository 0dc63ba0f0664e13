/**
 * `npm run bench:join [-- --seconds N]`: 500 founders open their link to the video call and press its button within a minute, or within N
 * seconds. Exits with 1 if p99 reaches `budgetMs`, or if a press is lost: its founder does not get the address, or is not recorded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../src/app/open-store.ts';
import { workshopForm } from '../src/forms/fields.ts';
import { loadContent } from '../src/content/load.ts';
import { startOfWorkshop } from '../src/content/workshop-schedule.ts';
import { readFunnel } from '../src/funnel/funnel.ts';
import { signedId } from '../src/link-tokens.ts';
import { paths } from '../src/paths.ts';
import { clockAt } from '../test/support/clock.ts';
import { recording } from '../test/support/recording.ts';
import { machine, reportDisturbance, whenIdle } from './machine.ts';
import { secret } from './posts.ts';
import { project, startSite } from './site.ts';
import { percentile } from './statistics.ts';
import { table } from './table.ts';

const founders = 500;
const budgetMs = 300;
const meeting = 'https://meet.example/j/98765';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
const content = loadContent();
const talk = content.workshops[0]!;
const form = workshopForm(content, talk);

console.log(`\n${machine()}\n`);
const { opened, pressed, lost } = await whenIdle(measure);
const row = (name: string, timesMs: number[]) => [name, ...[50, 95, 99].map((percent) => percentile(timesMs, percent).toFixed(1))];
console.log(`${founders} founders within ${seconds} s; budget: p99 under ${budgetMs} ms, none lost\n`);
console.log(
  table(['the link to the video call', 'p50 ms', 'p95 ms', 'p99 ms'], [row('open the page', opened), row('press the button', pressed)]),
);
console.log(`lost: ${lost}`);
reportDisturbance();
if (lost > 0 || [opened, pressed].some((timesMs) => percentile(timesMs, 99) >= budgetMs)) process.exitCode = 1;

async function measure() {
  await using site = await startSite(project, { SECRET: secret, ...clockAt(startOfWorkshop(talk)) });
  const store = await openStore(`file:${site.dataDir}/founder-house.db`);
  await store.workshops.setMeetingLink(talk.slug, meeting, new Date());
  const links: string[] = [];
  for (let number = 0; number < founders; number += 1) {
    const recorded = recording({ inf_field_Email: `founder.${number}@example.com` }, { form });
    await store.submissions.record(recorded);
    links.push(site.origin + paths.join(signedId(secret, 'join', recorded.submission.id)));
  }
  const openMs: number[] = [];
  const pressMs: number[] = [];
  let redirected = 0;
  await Promise.all(
    links.map(async (link, index) => {
      await pause((index / founders) * seconds * 1000);
      openMs.push(await timed(async () => (await fetch(link)).text()));
      pressMs.push(
        await timed(async () => {
          const { status, headers } = await fetch(link, { method: 'POST', redirect: 'manual' });
          if (status === 303 && headers.get('location') === meeting) redirected += 1;
        }),
      );
    }),
  );
  const { total } = await readFunnel(store.funnel, content, talk.slug);
  await store.close();
  return { opened: openMs, pressed: pressMs, lost: founders - Math.min(redirected, total.joined) };
}

/** Returns how many milliseconds a request took. One that fails is among the lost. */
async function timed(request: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await request().catch(() => undefined);
  return performance.now() - since;
}
