import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { Submission } from '../../store/submissions.ts';
import { NotNeeded, Undeliverable } from '../channel.ts';
import type { Channel, Message } from '../channel.ts';
import { createKeapClient } from '../keap/client.ts';
import type { KeapClientParts } from '../keap/client.ts';
import { assertFits, contactRequest, customAnswers, optionTags, ownContact, readProperties } from '../keap/contact.ts';
import type { Contact } from '../keap/contact.ts';

export interface KeapApiParts extends KeapClientParts {
  content: Content;
  siteUrl: string;
}

/** The provider's model of a contact (its CustomFieldMetaData.md). */
interface Model {
  custom_fields?: { id: string | number; label?: string; field_name?: string }[];
}

/** A name without what the provider adds to it or takes away: `SystemSize`, `_SystemSize` and "System Size" are one. */
const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The provider's REST API: makes the contact or adds to the one with her address, and gives it the tags of the form and of the ticked boxes. */
export function keapApiChannel({ content, siteUrl, ...provider }: KeapApiParts): Channel {
  const ask = createKeapClient(provider);
  const tags = new Map(formsOf(content).map(({ id, tag }) => [id, tag]));
  let known = new Map<string, string>();

  /** The provider's ids of custom fields, which are not their names. Asked for once, and again when one is missing: it may have been made since. */
  async function withIds(answers: [name: string, content: string][], request: { key: string; signal: AbortSignal }) {
    if (answers.some(([name]) => !known.has(plain(name)))) {
      const { custom_fields = [] } = await ask<Model>({ method: 'GET', path: '/contacts/model', ...request });
      known = new Map(
        custom_fields.flatMap(({ id, label = '', field_name = '' }) => [label, field_name].map((name) => [plain(name), String(id)])),
      );
    }
    const missing = answers.filter(([name]) => !known.has(plain(name))).map(([name]) => name);
    if (missing.length > 0)
      throw new Undeliverable(`The provider has no custom field for contacts called ${missing.join(' or ')}; make it there, and retry`);
    return answers.map(([name, value]) => ({ id: known.get(plain(name)) as string, content: value }));
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
      const custom = await withIds(customAnswers(submission), { key, signal });
      const filter = encodeURIComponent(`email==${submission.fields['inf_field_Email']}`);
      const { contacts = [] } = await ask<{ contacts?: Contact[] }>({
        method: 'GET',
        path: `/contacts?filter=${filter}&fields=${readProperties}&page_size=10`,
        key,
        signal,
      });
      const body = contactRequest(submission, ownContact(contacts, submission), custom, reasonOf(submission));
      const { id } = await ask<Contact>({ method: 'POST', path: '/contacts?duplicate_option=Email', body, key, signal });
      const own = tags.get(submission.formId);
      for (const tag of new Set([...(own ? [own] : []), ...optionTags(submission)]))
        await ask({
          method: 'POST',
          path: `/tags/${encodeURIComponent(tag)}/contacts:applyTags`,
          body: { contact_ids: [String(id)] },
          key,
          missing: `The provider has no tag ${tag}; make it there and set its id in content/, and retry`,
          signal,
        });
    },
  };
}
