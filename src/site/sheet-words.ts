import type { Content } from '../content/content.ts';
import type { FormDefinition } from '../forms/definition.ts';

/** The heading and the one sentence over a form on its own page. In its frame the waitlist stands under the retreat page's own heading, so it does not repeat that. */
export function sheetWords({ retreat, workshops }: Content, { id }: FormDefinition): { heading: string; text: string } {
  const workshop = workshops.find(({ form }) => form.id === id);
  if (workshop) return { heading: workshop.form.heading, text: `${workshop.title}: ${workshop.dateText}, ${workshop.timeText}` };
  const { name, season, city, region } = retreat.facts;
  return { heading: name, text: `The waitlist for ${season} in ${city}, ${region}.` };
}
