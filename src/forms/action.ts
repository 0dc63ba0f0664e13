import type { SiteContent } from '../content/schemas/site.ts';
import { paths } from '../paths.ts';

/** Where a form posts to: this site, or the provider's host where an organizer has named one. */
export function formAction({ forms }: Pick<SiteContent, 'forms'>, formId: string): string {
  return forms.host ? `https://${forms.host}${paths.process(formId)}` : paths.process(formId);
}
