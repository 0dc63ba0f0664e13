import type { Content } from '../content/content.ts';
import { formatDay } from '../content/format.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { paths } from '../paths.ts';
import type { FormDefinition } from './definition.ts';
import { waitlistForm, workshopForm } from './fields.ts';

/** A form, and the retreat whose waitlist it joins or the workshop that it registers for. */
export type OwnedForm = { form: FormDefinition } & (
  { retreat: RetreatContent; workshop?: undefined } | { workshop: WorkshopContent; retreat?: undefined }
);

/** Returns every form with its retreat or workshop: the waitlists first, then the workshops, each in the order of their dates. */
export function ownedForms(content: Content): OwnedForm[] {
  return [
    ...content.retreats.map((retreat) => ({ form: waitlistForm(content, retreat), retreat })),
    ...content.workshops.map((workshop) => ({ form: workshopForm(content, workshop), workshop })),
  ];
}

/** Returns when the retreat or workshop of a form takes place, in words: its season, or its day. */
export const whenOf = ({ retreat, workshop }: OwnedForm): string => (retreat ? retreat.facts.season : formatDay(workshop.on));

/** Returns where a form posts to: this site, or the provider's host if an organizer has named one. */
export const formAction = ({ forms }: Content['site'], formId: string): string =>
  (forms.host && `https://${forms.host}`) + paths.process(formId);

/** Returns whether the retreat page shows the form in a frame. */
export const isFramed = ({ kind }: Pick<FormDefinition, 'kind'>): boolean => kind === 'waitlist';

/** Returns every form of the site, in the order of `ownedForms`. */
export const formsOf = (content: Content): FormDefinition[] => ownedForms(content).map(({ form }) => form);

/** Returns the form with an id; undefined if the content has none. */
export const findForm = (content: Content, id: string): OwnedForm | undefined => ownedForms(content).find(({ form }) => form.id === id);

/** Returns a form of the content that a build has no pages for; undefined if there is none. `hasPage` looks for a file of the built pages. */
export const findUnbuiltForm = (content: Content, hasPage: (file: string) => boolean): FormDefinition | undefined =>
  formsOf(content).find(({ id }) => !hasPage(`app/form/${id}/check-your-inbox.html`));
