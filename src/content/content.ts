import type { AfterwardsWords } from './schemas/afterwards.ts';
import type { EmailsContent } from './schemas/emails.ts';
import type { PageWords, SiteContent } from './schemas/site.ts';
import type { InvitationWords, RetreatContent } from './schemas/retreat.ts';
import type { StatusWords } from './schemas/status.ts';
import type { SpeakerSeriesContent, WorkshopContent } from './schemas/workshop.ts';

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
  emails: EmailsContent;
}
