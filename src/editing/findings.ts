import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent } from '../content/check-content.ts';
import { ContentError } from '../content/content-error.ts';
import type { Content, FileProblem } from '../content/content.ts';
import type { Draft } from './drafts.ts';
import { pointerOf } from './pointer.ts';

/** A problem that an editor should fix. An error prevents publishing; a warning should be fixed before the site goes public. */
export interface DraftFinding {
  severity: 'error' | 'warning';
  file: string;
  /** A JSON pointer; empty for the file itself. */
  pointer: string;
  message: string;
}

/** Checks a draft, whose content folder this is, as `check:content` does. Returns its content as well, if it can be read. */
export function checkDraft(draft: Draft, folder: string, now: Date): { content?: Content; findings: DraftFinding[] } {
  try {
    const content = draft.content();
    const findings = checkContent(content, { now, fileExists: (src) => existsSync(join(folder, src)) });
    return { content, findings: findings.map((finding) => inDraft(finding, finding.severity === 'always' ? 'error' : 'warning')) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { findings: error.inFiles.map((problem) => inDraft(problem, 'error')) };
  }
}

const inDraft = ({ file, field, message }: FileProblem, severity: DraftFinding['severity']): DraftFinding => ({
  severity,
  file: file.replace(/^content\//u, ''),
  pointer: pointerOf(pathOfField(field)),
  message,
});

/** An editor counts from 1: `pictures[3].alt` is `/pictures/2/alt`. */
const pathOfField = (field: string): (string | number)[] =>
  [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/gu)].map(([, index, name]) => (index === undefined ? name! : Number(index) - 1));
