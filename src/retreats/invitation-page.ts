import type { Content } from '../content/content.ts';
import { isOwnOrigin } from '../http/origin.ts';
import { readBody } from '../http/read-body.ts';
import { paths } from '../paths.ts';
import { retreatCalendar, areStayDatesPublic } from './itinerary.ts';
import type { Answer as Given } from './repository/answers.ts';
import type { SeatRules } from './repository/seats.ts';
import type { Store } from '../app/open-store.ts';
import { hashOf } from '../link-tokens.ts';
import { choiceIn } from '../http/choice.ts';
import { secretive } from '../http/door.ts';
import type { Answer, Door, Visit } from '../http/door.ts';
import { lostLink } from './lost-link.ts';

export interface InvitationParts {
  siteUrl: string;
  content: Content;
  store: Pick<Store, 'waitlist'>;
  rules: SeatRules;
  stored: () => void;
  now: () => Date;
}

const answers = new Set<string>(['accept', 'decline', 'later']);

/** A personal invitation. A mail scanner's GET and HEAD change nothing; an answer is a POST. */
export function invitationDoor({ siteUrl, content, store, rules, stored, now }: InvitationParts): Door {
  async function show(hash: string, { asked = false } = {}): Promise<Answer> {
    const found = await store.waitlist.findInvitation({ hash }, now());
    if (found.kind === 'unknown') return lostLink('invitation', 404);
    if (found.kind === 'gone') return lostLink('invitation', 410);
    const { note, expiresAt, answer, entry } = found.invitation;
    const view = {
      firstName: entry.submission.fields['inf_field_FirstName'] ?? '',
      lastName: entry.submission.fields['inf_field_LastName'] ?? '',
      note,
      expiresAt,
      answer,
      state: found.state,
      open: Date.parse(expiresAt) > now().getTime(),
      asked,
      showStay: areStayDatesPublic(content),
    };
    return { show: 'page', status: asked ? 422 : 200, view: { invitation: view } };
  }

  async function calendar(hash: string): Promise<Answer> {
    const found = await store.waitlist.findInvitation({ hash }, now());
    if (found.kind !== 'found' || found.state !== 'accepted' || !areStayDatesPublic(content)) return { show: 'problem', status: 404 };
    return { show: 'file', type: 'text/calendar; charset=utf-8', body: retreatCalendar(content, new URL(siteUrl), now()) };
  }

  async function answerWith({ parameter, post }: Visit): Promise<Answer> {
    if (!isOwnOrigin(post.origin, siteUrl)) return { show: 'problem', status: 403 };
    const given = choiceIn(new URLSearchParams(Buffer.from(await readBody(post)).toString()), 'answer');
    if (!answers.has(given)) return show(hashOf(parameter), { asked: true });
    const answered = await store.waitlist.answer(hashOf(parameter), given as Given, rules, now());
    if (answered.kind === 'answered' && answered.changed) stored();
    return show(hashOf(parameter));
  }

  return {
    path: /^\/invitation\/([\w-]{20,100})(?:\?.*)?$/u,
    shown: paths.invitation(':token'),
    headers: secretive,
    GET: ({ parameter, query }) => (query.has('calendar') ? calendar(hashOf(parameter)) : show(hashOf(parameter))),
    POST: answerWith,
  };
}
