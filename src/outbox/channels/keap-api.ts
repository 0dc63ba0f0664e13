import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { Submission } from '../../forms/submission.ts';
import { NotNeeded, Undeliverable } from '../channel.ts';
import type { Channel, Message } from '../channel.ts';
import { createKeapClient } from './keap/client.ts';
import type { KeapClientParts } from './keap/client.ts';
import { assertFits, contactRequest, customAnswers, optionTags, ownContact, readProperties } from './keap/contact.ts';
import type { Contact } from './keap/contact.ts';
import { customFieldIds, noCustomField } from './keap/custom-fields.ts';
import type { CustomFieldIds } from './keap/custom-fields.ts';

export interface KeapApiParts extends KeapClientParts {
  content: Content;
  siteUrl: string;
}

/** The provider's REST API: makes the contact or adds to the one with her address, and gives it the tags of the form and of the ticked boxes. */
export function keapApiChannel({ content, siteUrl, ...provider }: KeapApiParts): Channel {
  const ask = createKeapClient(provider);
  const tags = new Map(formsOf(content).map(({ id, tag }) => [id, tag]));
  let idOf: CustomFieldIds | undefined;

  /** Asks for the ids of custom fields once, and again when one is missing: it may have been made since. */
  async function withIds(answers: [name: string, content: string][], signal: AbortSignal) {
    if (answers.some(([name]) => !idOf?.(name))) idOf = await customFieldIds(ask, signal);
    const missing = answers.map(([name]) => name).filter((name) => !idOf?.(name));
    if (missing.length > 0) throw new Undeliverable(`${noCustomField(missing)}, and retry`);
    return answers.map(([name, value]) => ({ id: idOf?.(name) as string, content: value }));
  }

  const reasonOf = ({ formName, receivedAt }: Submission) => `Sent the form "${formName}" at ${siteUrl} on ${receivedAt.slice(0, 10)}`;

  return {
    name: 'keap-api',
    // One after the other: two submissions of one person would each overwrite what the other one read.
    concurrency: 1,
    // A delivery asks six times at most (model, search, contact, three tags): 200 a minute where 240 are allowed, with room for one that was slow.
    spacing: 1800,
    // Six answers, and each may take its time: what is given up after the contact was written asks for all of them again.
    patience: 45_000,
    async deliver({ key, submission }: Message, signal) {
      if (!submission) throw new Undeliverable('the submission that this was about is erased');
      // The older ones, tried again, would overwrite the newer ones there.
      if (submission.supersededBy !== null) throw new NotNeeded('she sent newer answers, which have a delivery of their own');
      assertFits(submission);
      const custom = await withIds(customAnswers(submission), signal);
      const filter = encodeURIComponent(`email==${submission.fields['inf_field_Email']}`);
      const { contacts = [] } = await ask<{ contacts?: Contact[] }>({
        method: 'GET',
        path: `/contacts?filter=${filter}&fields=${readProperties}&page_size=10`,
        signal,
      });
      const body = contactRequest(submission, ownContact(contacts, submission), custom, reasonOf(submission));
      const { id } = await ask<Contact>({ method: 'POST', path: '/contacts?duplicate_option=Email', sent: { body, key }, signal });
      const own = tags.get(submission.formId);
      for (const tag of new Set([...(own ? [own] : []), ...optionTags(submission)]))
        await ask({
          method: 'POST',
          path: `/tags/${encodeURIComponent(tag)}/contacts:applyTags`,
          sent: { body: { contact_ids: [String(id)] }, key },
          missing: `The provider has no tag ${tag}; make it there and set its id in content/, and retry`,
          signal,
        });
    },
  };
}
