import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushNames } from '../flush.ts';
import { writeDurably } from './atomic-write.ts';
import type { Edit } from './edits.ts';
import { readRecord } from './read-record.ts';

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

/** The journal in a data folder: a file that exists while a publish replaces the content and the build, and after a kill in that time. */
export function openPublishJournal(dataDir: string) {
  const file = join(dataDir, 'content-publish.json');
  return {
    exists: (): boolean => existsSync(file),

    write: (entry: JournalEntry): void => writeDurably(file, JSON.stringify(entry)),

    /** Returns the publish that was interrupted. Throws Refused if the file is damaged, or the history does not have the release. */
    read: (isInHistory: (id: string) => boolean) => readRecord<JournalEntry>(file, ({ id }) => isInHistory(id)),

    remove(): void {
      rmSync(file, { force: true });
      flushNames(dataDir);
    },
  };
}
