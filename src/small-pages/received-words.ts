import type { Content } from '../content/content.ts';
import type { FormDefinition } from '../forms/definition.ts';
import { paths } from '../paths.ts';

export interface ReceivedWords {
  heading: string;
  text: string[];
  /** What she may like to do next; a file is fetched, an address is opened. */
  next: { href: string; text: string };
}

/** What the thank-you page of a form says, from that form's content. */
export function receivedWords({ retreat, workshops }: Content, { id }: FormDefinition): ReceivedWords {
  const workshop = workshops.find(({ form }) => form.id === id);
  if (workshop) return { ...workshop.form.received, next: { href: paths.calendar(workshop.slug), text: 'Add it to your calendar' } };
  return { ...retreat.facts.waitlist.received, next: { href: paths.speakerSeries, text: 'Meanwhile, have a look at our speaker series' } };
}
