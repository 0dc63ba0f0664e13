import { readFileSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { loadContent } from '../content/load.ts';
import { systemSizes } from '../forms/fields.ts';
import type { Audience } from '../letters/audience.ts';
import { letterDraft, type LetterDraft } from '../letters/letter.ts';
import { paragraphsOf } from '../letters/paragraphs.ts';
import { waitlistStates } from '../letters/waitlist-states.ts';
import { Refused } from '../refused.ts';
import { parseOrFail, WrongOption, type Cli } from './cli.ts';
import { requireRetreat, requireWorkshop } from './content-items.ts';

type WaitlistAudience = Extract<Audience, { of: 'waitlist' }>;

/** What `letter write` takes for the options that narrow a waitlist. */
const wholeWaitlist = { state: 'waiting', sizes: [], since: '' } satisfies Partial<WaitlistAudience>;

interface GroupOptions {
  waitlist?: string;
  state?: WaitlistAudience['state'];
  /** False for --no-size. */
  size?: string[] | false;
  /** False for --no-since. */
  since?: string | false;
  workshop?: string;
  came?: true;
  missed?: true;
  nextWorkshop?: string | true;
}

/** The options of `letter write` and `letter change`. */
export interface DraftOptions extends GroupOptions {
  subject?: string;
  text?: string;
  /** False for --no-link. */
  link?: string | false;
  linkText?: string;
}

/** Options that narrow one kind of group. With another kind they are wrong usage. */
const ofWaitlist = (flags: string, text: string) => new Option(flags, `with --waitlist: ${text}`).conflicts(['workshop', 'nextWorkshop']);
const ofWorkshop = (flags: string, text: string) => new Option(flags, `with --workshop: ${text}`).conflicts(['waitlist', 'nextWorkshop']);

/** Adds the options that name the link and the group of a letter. */
export function addDraftOptions(command: Command): Command {
  return command
    .option('--link <url>', 'the address that the button below the text opens')
    .option('--link-text <text>', 'the text of the button')
    .option('--waitlist <retreat>', 'to founders on the waitlist of this retreat')
    .addOption(ofWaitlist('--state <state>', 'only founders in this state (default: waiting)').choices(waitlistStates))
    .addOption(ofWaitlist('--size <size...>', 'only founders with a system of one of these sizes').choices(systemSizes))
    .addOption(ofWaitlist('--since <day>', 'only founders who joined on or after this day, for example 2026-03-01').argParser(parseDay))
    .option('--workshop <slug>', 'to founders who registered for this workshop, with --came or --missed')
    .addOption(ofWorkshop('--came', 'the founders who joined the call'))
    .addOption(ofWorkshop('--missed', 'the founders who did not join the call'))
    .option(
      '--next-workshop [slug]',
      'to founders who are waiting for the next workshop: registered for one that was cancelled, or asked for news after the end of one, or are alumnae; name the workshop that the letter announces to leave out the founders who registered for it',
    );
}

/**
 * Returns the letter that the options describe; what they leave out is taken from `before`. Throws Refused if the file with the text cannot
 * be read or holds no text of a letter, and WrongOption for every other mistake.
 */
export async function draftFrom(
  cli: Cli,
  { subject, text: file, link, linkText, ...group }: DraftOptions,
  before?: LetterDraft,
): Promise<LetterDraft> {
  const audience = before && Object.keys(group).length === 0 ? before.audience : audienceOf(group, before?.audience);
  const text = file === undefined ? before?.text : parseOrFail(letterDraft.shape.text, paragraphsOf(await readText(cli, file)), Refused);
  const typed = {
    subject: subject ?? before?.subject,
    text,
    link: linkFrom({ href: link, text: linkText }, before?.link ?? null),
    audience,
  };
  return parseOrFail(letterDraft, typed, WrongOption);
}

/** Returns the button with the given parts, or the letter's own button if there are none. */
function linkFrom({ href, text }: { href?: DraftOptions['link']; text?: string | undefined }, before: LetterDraft['link']) {
  if (href === false) return null;
  return href !== undefined || text !== undefined ? { href: href ?? before?.href, text: text ?? before?.text } : before;
}

/** Returns a day. A script has an empty text from a variable that is not set: that must not mean every founder. Throws InvalidArgumentError. */
function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new InvalidArgumentError('Enter a date as YYYY-MM-DD.');
  return text;
}

function readText({ stdin }: Cli, file: string): Promise<string> | string {
  if (file === '-') return textOf(stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Refused(`${file} cannot be read (${(cause as Error).message})`, { cause });
  }
}

/**
 * Returns the group of the options. What they leave out is taken from `before`, the letter's own group, unless they name another one.
 * Throws WrongOption unless they name one group that the content has, or narrow the letter's own one. Commander has checked the values.
 */
function audienceOf(options: GroupOptions, before?: Audience): Audience {
  const { waitlist, state, size, since, workshop, came, missed, nextWorkshop } = withName(options, before);
  if ([waitlist, workshop, nextWorkshop].filter((option) => option !== undefined).length !== 1)
    throw new WrongOption('Name one group: --waitlist, --workshop or --next-workshop');
  assertKnown(options);
  if (waitlist !== undefined) {
    const defaults = before?.of === 'waitlist' && before.retreat === waitlist ? before : wholeWaitlist;
    return {
      of: 'waitlist',
      retreat: waitlist,
      state: state ?? defaults.state,
      sizes: size === false ? [] : (size ?? defaults.sizes),
      since: since === false ? '' : (since ?? defaults.since),
    };
  }
  if (workshop === undefined) return { of: 'next-workshop', ...(typeof nextWorkshop === 'string' && { workshop: nextWorkshop }) };
  if (before?.of === 'workshop' && before.workshop === workshop && !came && !missed) return before;
  if (Boolean(came) === Boolean(missed)) throw new WrongOption('With --workshop, add either --came or --missed');
  return { of: 'workshop', workshop, attendance: came ? 'came' : 'missed' };
}

/** Throws WrongOption if an option names a retreat or workshop that the content does not have. The letter's own one may have been removed. */
function assertKnown({ waitlist, workshop, nextWorkshop }: GroupOptions): void {
  const content = loadContent();
  if (waitlist !== undefined) requireRetreat(content, waitlist, WrongOption);
  const slug = workshop ?? nextWorkshop;
  if (typeof slug === 'string') requireWorkshop(content, slug, WrongOption);
}

/** Returns the options with the name of the letter's own group if they name none, and that group can be narrowed by all of them. */
function withName(options: GroupOptions, before?: Audience): GroupOptions {
  const names = Object.keys(options);
  if (before?.of === 'waitlist' && names.every((name) => ['state', 'size', 'since'].includes(name)))
    return { ...options, waitlist: before.retreat };
  if (before?.of === 'workshop' && names.every((name) => ['came', 'missed'].includes(name)))
    return { ...options, workshop: before.workshop };
  return options;
}
