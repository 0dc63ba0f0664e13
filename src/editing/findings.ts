import { checkContent, checkNames, findingsOf } from '../content/check-content.ts';
import { checkContextOf, type CheckContext } from '../content/checks/fields.ts';
import { ContentError } from '../content/content-error.ts';
import type { Content, FileProblem } from '../content/content.ts';
import type { Draft } from './draft-store.ts';
import { placeName, type OwnerNames, type Place } from './place.ts';
import { pointerOf } from '../content/pointer.ts';

/** A problem that an editor should fix. An error prevents publishing; a warning should be fixed before the site goes public. */
export interface DraftFinding extends Place {
  severity: 'error' | 'warning';
  message: string;
}

/** Checks a draft as `check:content` does. */
export function checkDraft(draft: Draft, now: Date): DraftFinding[] {
  try {
    const findings = checkContent(draft.content(), checkContextOf(draft.folder, now));
    return findings.map((finding) => draftFindingOf(finding, finding.severity === 'always' ? 'error' : 'warning'));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map((problem) => draftFindingOf(problem, 'error'));
  }
}

/**
 * Returns the warnings about content that the published content does not have. A message can contain a text that has changed, and a place
 * can have moved, so either is enough to recognize a warning. That the last retreat or workshop ends contradicts nothing.
 */
export const warningsSince = (published: Content, content: Content, context: CheckContext): DraftFinding[] =>
  checkNames
    .filter((name) => name !== 'lastRetreatEnds' && name !== 'lastWorkshopEnds')
    .flatMap((name) => {
      const known = findingsOf(name, published, context);
      return findingsOf(name, content, context)
        .filter(({ severity }) => severity === 'launch')
        .filter(
          ({ file, field, message }) => !known.some((other) => other.file === file && (other.field === field || other.message === message)),
        )
        .map((finding) => draftFindingOf(finding, 'warning'));
    });

const draftFindingOf = ({ message, inDesk, ...place }: FileProblem, severity: DraftFinding['severity']): DraftFinding => ({
  severity,
  ...placeOfProblem(place),
  message: inDesk ?? message.replace(/ \(line \d+\)$/u, ''),
});

/** Returns the place that a problem of content/ is about. */
export const placeOfProblem = ({ file, field }: Pick<FileProblem, 'file' | 'field'>): Place => ({
  file: file.replace(/^content\//u, ''),
  pointer: pointerOf(pathOfField(field)),
});

/** Returns problems of content/ as one sentence for each, which names its place on the pages and not in a file. */
export const problemText = (problems: readonly FileProblem[], names: OwnerNames): string =>
  problems
    .map((problem) => draftFindingOf(problem, 'error'))
    .map((finding) => `${placeName(finding, names)}: ${finding.message}.`)
    .join(' ');

/** An editor counts from 1: `pictures[3].alt` is `/pictures/2/alt`. */
const pathOfField = (field: string): (string | number)[] =>
  [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/gu)].map(([, index, name]) => (index === undefined ? name! : Number(index) - 1));
