import { formsOf } from '../forms/catalog.ts';
import type { Content } from '../content/content.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { paths } from '../paths.ts';
import type { Confirmed } from './repository.ts';
import type { Store } from '../app/open-store.ts';
import type { DeliveriesFor } from './repository.ts';
import { hashOf } from '../link-tokens.ts';
import { secretive } from '../http/door.ts';
import type { Answer, Door } from '../http/door.ts';

export interface ConfirmParts {
  siteUrl: string;
  content: Content;
  store: Pick<Store, 'submissions'>;
  deliveriesFor: DeliveriesFor;
  stored: () => void;
  now: () => Date;
}

/** Confirms an email address. A mail scanner opens every link: GET shows a button and changes nothing. */
export function confirmDoor({ siteUrl, content, store, deliveriesFor, stored, now }: ConfirmParts): Door {
  const names = new Map(formsOf(content).map(({ id, name }) => [id, name]));
  const answer = (found: Confirmed): Answer => {
    if (found.kind === 'unknown') return { show: 'problem', status: 404 };
    if (found.kind === 'expired') return { show: 'problem', status: 410 };
    const { kind, submissions } = found;
    const forms = submissions.map(({ formId, formName }) => names.get(formId) ?? formName);
    return {
      show: 'page',
      status: 200,
      view: { confirm: { done: kind !== 'ready', forms, formId: submissions[0]?.formId } },
    };
  };
  return {
    path: /^\/confirm\/([\w-]{20,100})$/u,
    shown: paths.confirm(':token'),
    headers: secretive,
    GET: async ({ parameter }) => answer(await store.submissions.findConfirmable(hashOf(parameter), now())),
    async POST({ parameter, post }) {
      if (!isOwnOrigin(post.origin, siteUrl)) return { show: 'problem', status: 403 };
      const found = await store.submissions.confirm(hashOf(parameter), now(), deliveriesFor);
      if (found.kind === 'confirmed') stored();
      return answer(found);
    },
  };
}
