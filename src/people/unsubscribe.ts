import type { Store } from '../app/open-store.ts';
import { paths } from '../paths.ts';
import { readSignedId } from '../link-tokens.ts';
import { secretive } from '../http/door.ts';
import type { Answer, Door } from '../http/door.ts';

export interface UnsubscribeParts {
  store: Pick<Store, 'submissions' | 'people'>;
  secret: string;
  now: () => Date;
}

/**
 * Ends reminders. A mail program posts here by itself when its own button is pressed, from anywhere and with no page before it (RFC 8058, 3.1), so
 * that no origin is asked for: the token is the key. GET shows a button and changes nothing.
 */
export function unsubscribeDoor({ store, secret, now }: UnsubscribeParts): Door {
  const addressBehind = async (token: string): Promise<string | undefined> => {
    const id = readSignedId(secret, 'unsubscribe', token);
    const [found] = id ? await store.submissions.findByIdPrefix(id) : [];
    return found?.found.fields['inf_field_Email'];
  };
  return {
    path: /^\/unsubscribe\/([\w-]{20,100})$/u,
    shown: paths.unsubscribe(':token'),
    headers: secretive,
    GET: async ({ parameter }) => ((await addressBehind(parameter)) === undefined ? { show: 'problem', status: 404 } : page(false)),
    async POST({ parameter }) {
      const email = await addressBehind(parameter);
      if (email === undefined) return { show: 'problem', status: 404 };
      await store.people.suppress(email, 'reminders', now());
      return page(true);
    },
  };
}

const page = (done: boolean): Answer => ({ show: 'page', status: 200, view: { unsubscribe: { done } } });
