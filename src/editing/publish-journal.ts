import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushNames } from '../flush.ts';
import { Refused } from '../refused.ts';
import { writeDurably } from './atomic-write.ts';
import type { Edit } from './edits.ts';

/** The edits of a draft that a release publishes. */
export interface PublishedDraft {
  editor: string;
  edits: readonly Edit[];
}

/** What completes a publish whose content and build are being replaced, together with its release in the history. */
export interface JournalEntry {
  /** That of the release. */
  id: string;
  draft?: PublishedDraft | undefined;
  /** The mark of the build that this publish replaces. Undefined without a build, and in a journal of an earlier version. */
  replacedBuild?: string | undefined;
}

const entrySchema = z.looseObject({
  id: z.string(),
  draft: z.looseObject({ editor: z.string(), edits: z.array(z.unknown()) }).optional(),
  replacedBuild: z.string().optional(),
}) as unknown as z.ZodType<JournalEntry>;

/** The journal in a data folder: a file that exists while a publish replaces the content and the build, and after a kill in that time. */
export function openPublishJournal(dataDir: string) {
  const file = join(dataDir, 'content-publish.json');
  return {
    exists: (): boolean => existsSync(file),

    write: (entry: JournalEntry): void => writeDurably(file, JSON.stringify(entry)),

    /** Returns the publish that was interrupted. Throws Refused if the file is damaged, or the history does not have the release. */
    read(isInHistory: (id: string) => boolean): JournalEntry {
      const json = readFileSync(file, 'utf8');
      try {
        const entry = entrySchema.parse(JSON.parse(json));
        if (!isInHistory(entry.id)) throw new Error(`there is no record of the publish ${entry.id}`);
        return entry;
      } catch (cause) {
        throw new Refused(
          `A publish that was interrupted cannot be completed, because ${file} on the server is damaged. Restore that file from a copy, or delete it, and publish again.`,
          { cause },
        );
      }
    },

    remove(): void {
      rmSync(file, { force: true });
      flushNames(dataDir);
    },
  };
}
