import type { Content } from '../content/content.ts';
import { featured } from '../content/schedule.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Store } from '../app/open-store.ts';
import { grouped } from './likeness.ts';
import { Refused } from './refused.ts';

/** A question to the speaker, and who asks. */
export interface Question {
  question: string;
  name: string;
  brand: string;
  systemSize: string;
}

/** What the speaker takes into the call: questions that are alike stand together. */
export interface RunSheet {
  workshop: Pick<WorkshopContent, 'slug' | 'title' | 'dateText' | 'timeText'>;
  registered: number;
  groups: Question[][];
}

const questionWire = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';

/** The run sheet of a workshop, or of the one that its page shows now. Throws Refused where there is none of this name. */
export async function runSheet(
  store: Pick<Store, 'submissions'>,
  content: Content,
  slug: string | undefined,
  now: Date,
): Promise<RunSheet> {
  const workshop = slug === undefined ? featured(content.workshops, now) : content.workshops.find((one) => one.slug === slug);
  if (!workshop) throw new Refused(`There is no workshop ${slug ?? ''}; these are: ${content.workshops.map((one) => one.slug).join(', ')}`);
  const questions: Question[] = [];
  let registered = 0;
  for await (const { fields } of store.submissions.list({ form: workshop.form.id, state: 'accepted' })) {
    registered += 1;
    const question = fields[questionWire]?.trim() ?? '';
    if (question === '') continue;
    questions.push({
      question,
      name: `${fields['inf_field_FirstName'] ?? ''} ${fields['inf_field_LastName'] ?? ''}`.trim(),
      brand: fields['inf_field_Company'] ?? '',
      systemSize: fields['inf_custom_SystemSize'] ?? '',
    });
  }
  const { title, dateText, timeText } = workshop;
  return {
    workshop: { slug: workshop.slug, title, dateText, timeText },
    registered,
    groups: grouped(questions.toReversed(), (one) => one.question),
  };
}
