import type { Content } from '../content/content.ts';
import { formsOf } from '../forms/catalog.ts';
import type { Store } from '../app/open-store.ts';
import { readSignedId } from '../link-tokens.ts';
import { secretive } from '../http/door.ts';
import type { Door } from '../http/door.ts';

export interface FilledParts {
  content: Content;
  store: Pick<Store, 'submissions'>;
  secret: string;
}

/** A form with the answers in it that somebody gave to another form, so that she need not type them again. The link in her mail is the key. */
export function filledDoor({ content, store, secret }: FilledParts): Door {
  const forms = new Map(formsOf(content).map((form) => [form.id, form]));
  return {
    path: /^\/app\/form\/([a-z0-9]{8,64})\?with=/u,
    shown: '/app/form/:form?with=:token',
    headers: secretive,
    async GET({ parameter, query }) {
      const form = forms.get(parameter);
      const id = readSignedId(secret, 'prefill', query.get('with') ?? '');
      if (!form || !id) return { show: 'problem', status: 404 };
      const [found] = await store.submissions.findByIdPrefix(id);
      if (!found) return { show: 'problem', status: 410 };
      const shared = form.fields.filter(({ kind }) => kind !== 'checkbox').map(({ wire }) => wire);
      const values = Object.fromEntries(shared.flatMap((wire) => (found.found.fields[wire] ? [[wire, found.found.fields[wire]]] : [])));
      return { show: 'page', status: 200, page: `/app/form/filled/${parameter}`, view: { filled: { form, values } } };
    },
  };
}
