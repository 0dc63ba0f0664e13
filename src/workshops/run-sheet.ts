import type { Content } from '../content/content.ts';
import { featuredWorkshop } from '../content/workshop-schedule.ts';
import { speakerQuestionsWire } from '../forms/fields.ts';
import { fullName } from '../forms/person.ts';
import type { Submission } from '../forms/submission.ts';
import type { Workshops } from './repository.ts';
import { groupSimilar } from './similarity.ts';

export type RunSheet = NonNullable<Awaited<ReturnType<typeof createRunSheet>>>;

interface Stored {
  submissions: { list: (filter: { form: string; state: 'accepted' }) => AsyncIterable<Submission> };
  workshops: Pick<Workshops, 'countFeedback'>;
}

/**
 * Returns what the speaker takes into the call: the questions of everyone who registered, similar ones together. Without a slug it is the
 * workshop that the page shows now. Returns undefined if no workshop has this slug.
 */
export async function createRunSheet({ submissions, workshops }: Stored, content: Content, slug: string | undefined, now: Date) {
  const workshop = slug === undefined ? featuredWorkshop(content.workshops, now) : content.workshops.find((each) => each.slug === slug);
  if (!workshop) return undefined;
  const questions: { question: string; name: string; brand: string; systemSize: string }[] = [];
  let registered = 0;
  for await (const { fields, person } of submissions.list({ form: workshop.form.id, state: 'accepted' })) {
    registered += 1;
    const question = fields[speakerQuestionsWire]?.trim() ?? '';
    if (question === '') continue;
    questions.push({
      question,
      name: fullName(person),
      brand: person.brand,
      systemSize: person.systemSize,
    });
  }
  const { title, on, dateText, timeText } = workshop;
  return {
    workshop: { slug: workshop.slug, title, on, dateText, timeText },
    registered,
    /** What founders answered to the question after the workshop. */
    feedback: await workshops.countFeedback(workshop.form.id),
    groups: await groupSimilar(questions.toReversed(), ({ question }) => question),
  };
}
