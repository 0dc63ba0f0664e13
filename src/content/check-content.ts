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
import { pluralize } from './format.ts';

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

/** The checks whose findings are errors at any time; those of the others are warnings until launch. */
const errorsAtAnyTime: ReadonlySet<CheckName> = new Set(['missingPicture', 'sharedFormId', 'missingReplayFile'] as const);

/** Returns the findings of one check. */
export function findingsOf(name: CheckName, content: Content, context: CheckContext): Finding[] {
  const severity: Finding['severity'] = errorsAtAnyTime.has(name) ? 'always' : 'launch';
  return contentChecks[name](content, context).map((problem) => Object.assign({ severity }, problem));
}

/** Returns the findings about content whose files are each valid: the contradictions between its parts. */
export const checkContent = (content: Content, context: CheckContext): Finding[] =>
  (Object.keys(contentChecks) as CheckName[]).flatMap((name) => findingsOf(name, content, context));

const count = (number: number, word: string) => pluralize(number, word).replace(/^0/u, 'no');

/**
 * Returns the findings as text for an editor, file by file, with a last line of counts; and how many are errors. At launch all of them are.
 */
export function report(findings: readonly Finding[], { launch }: { launch: boolean }): { text: string; errors: number } {
  const isError = ({ severity }: Finding) => launch || severity === 'always';
  const errors = findings.filter(isError).length;
  const warnings = findings.length - errors;
  const inOrder = findings.toSorted((a, b) => a.file.localeCompare(b.file) || Number(isError(b)) - Number(isError(a)));
  const files = [...Map.groupBy(inOrder, ({ file }) => file)].map(([file, inFile]) => {
    const lines = inFile.map((finding) => `  ${isError(finding) ? 'error  ' : 'warning'}  ${finding.field}: ${finding.message}`);
    return [file, ...lines, ''].join('\n');
  });
  const hint = warnings > 0 ? ' Warnings become errors with --launch.' : '';
  return { text: [...files, `content: ${count(errors, 'error')}, ${count(warnings, 'warning')}.${hint}`].join('\n'), errors };
}
