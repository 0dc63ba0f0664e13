import type { EmailsContent } from './schemas/emails.ts';
import type { PageWords, SiteContent } from './schemas/site.ts';
import type { RetreatContent } from './schemas/retreat.ts';
import type { SpeakerSeriesContent, WorkshopContent } from './schemas/workshop.ts';

/** Everything that the pages say, loaded from content/ and valid. Workshops are in the order of their dates. */
export interface Content {
  site: SiteContent;
  words: PageWords;
  retreat: RetreatContent;
  speakerSeries: SpeakerSeriesContent;
  workshops: WorkshopContent[];
  emails: EmailsContent;
}
