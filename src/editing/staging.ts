import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { isNotYaml, isPicture, readTexts } from './content-files.ts';
import { copyMissing } from './copy-missing.ts';
import type { DraftFolders } from './draft-store.ts';

/**
 * Writes the content folder that a publish builds, and returns its path: the published files, except for these; null removes a file. Of the
 * pictures of the draft, in `draftFolder`, it has those that its texts name: one that was taken back again must not become public.
 */
export function stageContent(
  { contentFolder, dataDir }: DraftFolders,
  draftFolder: string,
  files: { file: string; text: string | null }[],
): string {
  // Not in the draft's folder, which the editor can change while its pages are built.
  const staged = join(dataDir, 'content-drafts', 'staged');
  rmSync(staged, { recursive: true, force: true });
  copyMissing(contentFolder, staged, isNotYaml);
  for (const [file, text] of readTexts(contentFolder)) writeAtomically(join(staged, file), text);
  for (const { file, text } of files) {
    if (text === null) rmSync(join(staged, file), { force: true });
    else writeAtomically(join(staged, file), text);
  }
  const words = [...readTexts(staged).values()].join('\n');
  copyMissing(draftFolder, staged, (file) => isPicture(file) && words.includes(file));
  return staged;
}
