import type { AfterwardsWords } from './schemas/afterwards.ts';
import type { EmailsContent } from './schemas/emails.ts';
import type { PageWords, SiteContent } from './schemas/site.ts';
import type { InvitationWords, RetreatContent } from './schemas/retreat.ts';
import type { StatusWords } from './schemas/status.ts';
import type { SpeakerSeriesContent, WorkshopContent } from './schemas/workshop.ts';

/** A problem that an editor should fix. */
export interface FileProblem {
  /** From the repository's root, for example `content/retreats/spring-2026/letter.yaml`. */
  file: string;
  /** As an editor counts, for example `pictures[3].alt`: the third picture. Empty if the problem concerns the whole file. */
  field: string;
  message: string;
  /** What the desk says instead, where the message is about lines of a file or about commands. */
  inDesk?: string;
}

/** A retreat or a workshop some of whose dates are still empty. No page, form, email or command uses it. */
export interface Undated {
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
  afterwardsWords: AfterwardsWords;
  speakerSeries: SpeakerSeriesContent;
  workshops: WorkshopContent[];
  undated: Undated[];
  emails: EmailsContent;
}
