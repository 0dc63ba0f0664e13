import type { Content } from './content.ts';
import { letterDate, oldFooterYear, seasonOver, stayLength, stayOutsideSeason, stayWords } from './rules/calendar.ts';
import { capacityWords, repeatedFacts } from './rules/facts.ts';
import type { Circumstances, Finding, Rule } from './rules/finding.ts';
import { deadLink } from './rules/links.ts';
import { missingPicture, silentPicture } from './rules/pictures.ts';
import { exampleAddress, sampleLeft } from './rules/samples.ts';
import { openAfterTheEnd, sameWorkshopTwice, sharedFormId, workshopWords } from './rules/workshops.ts';

export type { Circumstances, Finding } from './rules/finding.ts';

/** What must hold across files, by name. A rule never throws and never stops another. */
export const rules = {
  missingPicture,
  silentPicture,
  deadLink,
  sharedFormId,
  sameWorkshopTwice,
  workshopWords,
  openAfterTheEnd,
  oldFooterYear,
  seasonOver,
  letterDate,
  stayOutsideSeason,
  stayLength,
  stayWords,
  repeatedFacts,
  capacityWords,
  exampleAddress,
  sampleLeft,
} satisfies Record<string, Rule>;

/** Everything that an editor should mend in content that is valid file by file: the contradictions between its parts. */
export function checkContent(content: Content, circumstances: Circumstances): Finding[] {
  return Object.values(rules).flatMap((rule) => rule(content, circumstances));
}
