/** A contact as the REST API of the provider shows it. */
interface FakeContact {
  id: string;
  given_name?: string;
  family_name?: string;
  email_addresses: { field: string; email: string; opt_in_reason?: string }[];
  phone_numbers?: { field: string; number: string; type?: string }[];
  company?: { company_name: string };
  custom_fields?: { id: string; content: unknown }[];
  utm_parameters?: Record<string, string>[];
  tag_ids: string[];
}

interface FormPost {
  formId: string;
  /** In the order in which they were sent. */
  fields: [name: string, value: string][];
  headers: Record<string, string | string[] | undefined>;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Returns the properties that a request asks for, as the provider's `fields` does. */
const pick = (contact: FakeContact, fields: string[]) =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => fields.includes(name)));

const refused = (status: number, message: string): Answer => ({ status, body: { code: status, message } });

export type Records = ReturnType<typeof createRecords>;

/**
 * Keeps contacts and the posts of hosted forms in memory. `customFields` are the names of the contact's custom fields,
 * `tags` the ids of the tags.
 */
export function createRecords({ customFields, tags }: { customFields: string[]; tags: string[] }) {
  const contacts: FakeContact[] = [];
  const posts: FormPost[] = [];
  /** The email addresses whose contacts the provider fails to read. */
  const unreadable = new Set<string>();
  const model: { id: string; label: string; field_name: string; field_type: string }[] = [];
  const createField = (name: string) =>
    void model.push({
      id: String(2 * model.length + 1),
      label: name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' '),
      field_name: `_${name}`,
      field_type: 'Text',
    });
  customFields.forEach(createField);
  const byEmail = (email: string) =>
    contacts.filter(({ email_addresses }) => email_addresses.some((one) => one.email.toLowerCase() === email.toLowerCase()));
  const create = (email: string) => {
    const contact: FakeContact = { id: String(contacts.length + 1), email_addresses: [{ field: 'EMAIL1', email }], tag_ids: [] };
    contacts.push(contact);
    return contact;
  };

  function postForm(post: FormPost): Answer {
    const value = (name: string) => post.fields.find(([own]) => own === name)?.[1];
    if (value('inf_form_xid') !== post.formId) return { status: 404, body: '<h1>No such form</h1>' };
    posts.push(post);
    const email = value('inf_field_Email') ?? '';
    const contact = byEmail(email)[0] ?? create(email);
    Object.assign(contact, { given_name: value('inf_field_FirstName'), family_name: value('inf_field_LastName') });
    for (const [name, tag] of post.fields) if (name.startsWith('inf_option_') && !contact.tag_ids.includes(tag)) contact.tag_ids.push(tag);
    return { status: 302, headers: { location: `/app/form/${post.formId}/thank-you` }, body: '' };
  }

  function saveContact(sent: Partial<FakeContact> & { utm_parameters?: never }, duplicateOption: string | null): Answer {
    const email = sent.email_addresses?.find(({ field }) => field === 'EMAIL1')?.email ?? sent.email_addresses?.[0]?.email ?? '';
    if (email === '') return refused(400, 'A contact must have an email address or a phone number');
    if (email.length > 75) return refused(400, 'EMAIL1: size must be between 0 and 75');
    if (sent.phone_numbers?.some(({ number }) => number.length > 40)) return refused(400, 'number: size must be between 0 and 40');
    const unknown = sent.custom_fields?.find(({ id }) => !model.some((field) => field.id === id));
    if (unknown) return refused(400, `custom_fields: there is no field ${unknown.id}`);
    const known = duplicateOption === 'Email' ? byEmail(email)[0] : undefined;
    const contact = known ?? create(email);
    const { utm_parameters: utm, ...rest } = sent;
    // Lists replace the contact's own, as they do at the provider.
    Object.assign(contact, rest, utm && { utm_parameters: [...(contact.utm_parameters ?? []), utm] });
    return { status: known ? 200 : 201, body: contact };
  }

  /** Returns the answer to a request to `/rest/v2…` with a valid token. */
  function api(method: string, { pathname, searchParams }: URL, body: unknown): Answer {
    const path = pathname.replace(/^.*\/rest\/v2/u, '');
    if (method === 'GET' && path === '/contacts/model') return { status: 200, body: { custom_fields: model } };
    if (method === 'GET' && path === '/contacts') {
      const email = /^email==(.+)$/u.exec(searchParams.get('filter') ?? '')?.[1];
      if (email !== undefined && unreadable.has(email)) return refused(500, 'An unexpected error occurred');
      const found = email === undefined ? contacts : byEmail(email);
      return { status: 200, body: { contacts: found.map((contact) => pick(contact, searchParams.get('fields')?.split(',') ?? [])) } };
    }
    if (method === 'POST' && path === '/contacts')
      return saveContact(body as Partial<FakeContact> as never, searchParams.get('duplicate_option'));
    const tag = /^\/tags\/(\w+)\/contacts:applyTags$/u.exec(path)?.[1];
    if (method !== 'POST' || tag === undefined) return refused(404, 'No such resource');
    if (!tags.includes(tag)) return refused(404, `Tag ${tag} was not found`);
    for (const contact of contacts)
      if ((body as { contact_ids: string[] }).contact_ids.includes(contact.id) && !contact.tag_ids.includes(tag)) contact.tag_ids.push(tag);
    return { status: 200, body: {} };
  }

  return { contacts, posts, unreadable, byEmail, createField, postForm, api };
}
