import type { AfterwardsWords } from './schemas/afterwards.ts';
import type { EmailsContent } from './schemas/emails.ts';
import type { PageWords, SiteContent } from './schemas/site.ts';
import type { InvitationWords, RetreatContent } from './schemas/retreat.ts';
import type { StatusWords } from './schemas/status.ts';
import type { SpeakerSeriesContent, WorkshopContent } from './schemas/workshop.ts';

/**
 * A problem that an editor should fix, in a file that is named from the repository's root. `field` is empty if the problem concerns the
 * whole file.
 */
export interface FileProblem {
  file: string;
  field: string;
  message: string;
}

/** A retreat or a workshop some of whose dates are still empty. No page, form, mail or command uses it. */
export interface Draft {
  /** Its folder or file, for example `content/retreats/fall-2027`. */
  path: string;
  /** The missing or wrong values that keep it from being shown. */
  problems: FileProblem[];
}

/** Everything that the pages say, loaded from content/ and valid. Retreats and workshops are in the order of their dates. */
export interface Content {
  site: SiteContent;
  words: PageWords;
  retreats: RetreatContent[];
  invitation: InvitationWords;
  status: StatusWords;
  afterwards: AfterwardsWords;
  speakerSeries: SpeakerSeriesContent;
  workshops: WorkshopContent[];
  drafts: Draft[];
  emails: EmailsContent;
}
