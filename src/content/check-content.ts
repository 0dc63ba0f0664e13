import type { Content } from './content.ts';
import {
  copiedSeason,
  footerYearOver,
  lastRetreatEnds,
  lastWorkshopEnds,
  letterDate,
  stayLength,
  stayOutsideSeason,
  unfinishedDates,
} from './checks/dates.ts';
import type { CheckContext, ContentCheck, Finding } from './checks/fields.ts';
import { deadLink } from './checks/links.ts';
import { retreatOverrides, workshopOverrides, wrongWeekday } from './checks/overrides.ts';
import { exampleAddress, missingAlternativeText, missingPicture, missingPostalAddress, sampleLeft } from './checks/pictures-and-samples.ts';
import { missingReplayFile, openAfterTheEnd, publicMeetingAddress, sharedFormId } from './checks/workshops.ts';

/** The checks across files, by name. */
export const contentChecks = {
  unfinishedDates,
  missingPicture,
  missingAlternativeText,
  deadLink,
  sharedFormId,
  workshopOverrides,
  retreatOverrides,
  wrongWeekday,
  openAfterTheEnd,
  missingReplayFile,
  publicMeetingAddress,
  footerYearOver,
  copiedSeason,
  lastRetreatEnds,
  lastWorkshopEnds,
  letterDate,
  stayOutsideSeason,
  stayLength,
  exampleAddress,
  missingPostalAddress,
  sampleLeft,
} satisfies Record<string, ContentCheck>;

type CheckName = keyof typeof contentChecks;

export const checkNames = Object.keys(contentChecks) as CheckName[];

/** The checks whose findings are errors at any time; those of the others are warnings until launch. */
const errorsAtAnyTime: ReadonlySet<CheckName> = new Set(['missingPicture', 'sharedFormId', 'missingReplayFile'] as const);

/** Returns the findings of one check. */
export function findingsOf(name: CheckName, content: Content, context: CheckContext): Finding[] {
  const severity: Finding['severity'] = errorsAtAnyTime.has(name) ? 'always' : 'launch';
  return contentChecks[name](content, context).map((problem) => Object.assign({ severity }, problem));
}

/** Returns the findings about content whose files are each valid: the contradictions between its parts. */
export const checkContent = (content: Content, context: CheckContext): Finding[] =>
  checkNames.flatMap((name) => findingsOf(name, content, context));
