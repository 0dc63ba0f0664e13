import type { WorkshopContent } from '../content/schemas/workshop.ts';
import { HttpError } from '../http/http-error.ts';
import { unknownLink } from '../http/private-page.ts';
import { readSignedId } from '../link-tokens.ts';
import type { CurrentRegistration } from './live-workshop.ts';
import type { WorkshopRouteParts } from './route-parts.ts';

/**
 * Returns the registration that the token of a link stands for, and its workshop. Throws HttpError 404 for a token that we did not sign for
 * this purpose, and 410 once the registration or the workshop is gone.
 */
export async function readRegistrationBehind(
  { content, secret, workshops }: WorkshopRouteParts,
  purpose: 'join' | 'feedback',
  token: string,
): Promise<{ registration: CurrentRegistration; workshop: WorkshopContent }> {
  const id = readSignedId(secret, purpose, token);
  if (id === undefined) throw unknownLink();
  const registration = await workshops.findRegistration(id);
  const workshop = content.workshops.find(({ form }) => form.id === registration?.formId);
  if (!registration || !workshop) throw new HttpError(410);
  return { registration, workshop };
}
