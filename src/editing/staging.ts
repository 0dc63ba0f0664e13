import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { isNotYaml, readTexts, type Texts } from './content-files.ts';
import { copyMissing } from './copy-missing.ts';
import type { DraftFolders } from './draft-store.ts';
import type { FileChange } from './release-history.ts';

/** Returns a function that returns whether a file is one of content/uploads that these texts name. */
export function uploadsNamedIn(texts: Texts): (file: string) => boolean {
  const words = [...texts.values()].join('\n');
  return (file) => file.startsWith('uploads/') && words.includes(file);
}

/**
 * Writes the content folder that a publish builds, and returns its path: the published files after these changes. Of the uploads of the
 * draft, in `draftFolder`, it has those that its texts name, including one that was deleted from content/uploads while no page used it. A
 * picture that was taken back again must not become public.
 */
export function stageContent({ contentFolder, dataDir }: DraftFolders, draftFolder: string, changes: FileChange[]): string {
  // Not in the draft's folder, which the editor can change while its pages are built.
  const staged = join(dataDir, 'content-drafts', 'staged');
  rmSync(staged, { recursive: true, force: true });
  copyMissing(contentFolder, staged, isNotYaml);
  for (const [file, text] of readTexts(contentFolder)) writeAtomically(join(staged, file), text);
  for (const { file, after } of changes) {
    if (after === null) rmSync(join(staged, file), { force: true });
    else writeAtomically(join(staged, file), after);
  }
  copyMissing(draftFolder, staged, uploadsNamedIn(readTexts(staged)));
  return staged;
}
