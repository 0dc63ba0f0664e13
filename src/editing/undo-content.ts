import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingPicture } from '../content/checks/pictures-and-samples.ts';
import { missingReplayFile } from '../content/checks/workshops.ts';
import type { Content } from '../content/content.ts';
import { loadContent } from '../content/load.ts';
import { Refused } from '../refused.ts';
import { writeAtomically } from './atomic-write.ts';
import { readTexts } from './content-files.ts';

/**
 * Returns the published content as it would be with these texts, which an undo puts back; null removes a file. Throws ContentError, and
 * Refused if the texts name a picture, a video or captions that were deleted since: the check of the content lists such files as unused.
 */
export function contentAfterUndo(contentFolder: string, files: { file: string; text: string | null }[]): Content {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'founder-house-undo-'));
  const texts = new Map<string, string | null>([...readTexts(contentFolder), ...files.map(({ file, text }) => [file, text] as const)]);
  for (const [file, text] of texts) if (text !== null) writeAtomically(join(folder.path, file), text);
  const content = loadContent(folder.path);
  const context = { now: new Date(), fileExists: (src: string) => existsSync(join(contentFolder, src)) };
  const missing = [...missingPicture(content, context), ...missingReplayFile(content, context)].filter((finding) =>
    files.some(({ file }) => finding.file === `content/${file}`),
  );
  if (missing.length > 0) throw new Refused(`Nothing was undone: ${missing.map(({ message }) => message).join('; ')}.`);
  return content;
}
