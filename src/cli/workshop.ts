import type { Command } from 'commander';
import { loadContent } from '../content/load.ts';
import { Refused } from '../refused.ts';
import { assertWithAttendance, readAttendance } from '../workshops/attendance.ts';
import { attendanceRemovalText, attendanceText, letterAlreadySentText } from '../workshops/attendance-text.ts';
import { meetingUrl } from '../workshops/meeting-url.ts';
import { removedLinkText } from '../workshops/meeting-link-texts.ts';
import { parseOrFail, WrongOption, type Cli } from './cli.ts';
import { requireWorkshop } from './content-items.ts';
import { readSubmission, submissionIdHelp } from './find-by-id.ts';
import { registerNew } from './new-content.ts';
import { visible } from './output.ts';

interface AttendanceOptions {
  joined?: true;
  clear?: true;
  json?: true;
}

export function register(program: Command, cli: Cli): void {
  const workshop = program
    .command('workshop')
    .description('Writes a new workshop, stores the address of the video call, and records who joined.');
  registerNew(workshop, cli, 'workshop');
  workshop
    .command('link')
    .description(
      'Stores the address of the video call, which only registered founders can open, from 15 minutes before the start until the end.',
    )
    .argument('<slug>', 'the name of the workshop’s file without .yaml')
    .argument('[url]', 'the address of the video call, starting with https://; without it, the stored one is printed')
    .option('--clear', 'remove the stored address')
    .action((slug: string, url: string | undefined, { clear }: { clear?: true }) => storeOrPrintLink(cli, slug, { url, clear }));
  workshop
    .command('attendance')
    .description(
      'Says whether a founder joined a workshop that has begun. Records by hand a founder who joined without the personal link, for example by phone.',
    )
    .argument('<id>', `${submissionIdHelp}, of the founder’s registration; "organizer submissions list --form workshop" shows the ids`)
    .option('--joined', 'record that the founder joined')
    .option('--clear', 'remove what was recorded by hand')
    .option(
      '--json',
      'print {id, joined, removals, letter}: {joinedAt, actor, name} or null, [{removedAt, name}], {attendance, sentAt} or null',
    )
    .action((id: string, options: AttendanceOptions) => recordOrPrintAttendance(cli, id, options));
}

async function storeOrPrintLink(
  cli: Cli,
  slug: string,
  { url, clear }: { url: string | undefined; clear: true | undefined },
): Promise<void> {
  const { join } = requireWorkshop(loadContent(), slug);
  if (url !== undefined && clear) throw new WrongOption('Use either an address or --clear, not both');
  const checked = url === undefined ? undefined : parseOrFail(meetingUrl, url, Refused);
  await cli.withStore(async ({ workshops }) => {
    const stored = await workshops.findMeetingLink(slug);
    if (!checked && !clear) return cli.say(stored ?? `${slug}: no address is stored yet`);
    await workshops.setMeetingLink(slug, checked, cli.now());
    if (checked)
      return cli.say(
        `${slug}: the address was stored. Every founder’s link leads to it while the call is open. You do not need to send any emails again.`,
      );
    const outcome = stored === undefined ? 'there was no address to remove' : 'the address was removed';
    cli.say(`${slug}: ${outcome}. ${removedLinkText(join.url !== undefined)}`);
  });
}

async function recordOrPrintAttendance(cli: Cli, typedId: string, { joined: records, clear, json }: AttendanceOptions): Promise<void> {
  if (records && clear) throw new WrongOption('Use either --joined or --clear, not both');
  const state = await cli.withStore(async (store) => {
    const { workshops } = store;
    const { submission } = await readSubmission(store, typedId);
    const { id, formId } = submission;
    const { slug } = assertWithAttendance(loadContent().workshops, formId, cli.now());
    if (records) await workshops.recordAttendanceByHand(id, 'organizer', cli.now());
    if (clear) await workshops.removeAttendanceByHand(id, 'organizer', cli.now());
    return { id, ...(await readAttendance(store, id, slug)) };
  });
  if (json) return cli.json(state);
  const { joined, removals, letter } = state;
  const formatters = { formatMoment: cli.localTime, formatName: visible };
  cli.say(attendanceText(joined, formatters));
  for (const removal of removals) cli.say(attendanceRemovalText(removal, formatters));
  if (letter) cli.say(letterAlreadySentText(letter, cli.localTime));
}
