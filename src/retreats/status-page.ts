import { v7 as uuid } from 'uuid';
import type { Content } from '../content/content.ts';
import { waitlistForm } from '../forms/catalog.ts';
import { problemsIn } from '../forms/validate.ts';
import type { Problems, Values } from '../forms/definition.ts';
import { notSaved, savedTooOften } from '../submissions/notices.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { readFields } from '../submissions/parse-fields.ts';
import { paths } from '../paths.ts';
import { onTheWay } from './state-machine.ts';
import { NotAllowed } from './repository/entries.ts';
import type { Entry } from './repository/entries.ts';
import type { NewDelivery } from '../outbox/repository.ts';
import type { SeatRules } from './repository/seats.ts';
import type { Store } from '../app/open-store.ts';
import type { Submission } from '../forms/submission.ts';
import { readSignedId, tokenFor } from '../link-tokens.ts';
import { choiceIn } from '../http/choice.ts';
import { secretive } from '../http/door.ts';
import type { Answer, Door, Visit } from '../http/door.ts';
import { lostLink } from './lost-link.ts';

export interface StatusParts {
  siteUrl: string;
  content: Content;
  secret: string;
  store: Pick<Store, 'waitlist' | 'submissions'>;
  rules: SeatRules;
  deliveriesFor: (submission: Pick<Submission, 'formKind' | 'state'>) => NewDelivery[];
  rate: RateLimit;
  stored: () => void;
  now: () => Date;
  /** Told why something could not be saved, and nothing she typed. */
  report: (error: unknown, reference: string) => void;
}

/** What she sent to be corrected: her answers without her address, what was wrong with their bytes, and her tick where she was asked. */
interface Correction {
  values: Values;
  problems: Problems;
  /** She pressed the button of the box. */
  pressedNotice: boolean;
  shortNotice: boolean | undefined;
}

/** What a page of hers shows besides where she stands: what the store holds, where nothing is said. */
interface Shown {
  status?: number;
  headers?: Record<string, string>;
  saved?: boolean;
  values?: Values;
  problems?: Problems;
  notice?: string;
  shortNotice?: boolean | undefined;
}

const email = 'inf_field_Email';

/** A founder's own page: where she stands, her details, leaving the list. The link in her mail is the key. */
export function statusDoor(parts: StatusParts): Door {
  const { siteUrl, content, secret, store, now } = parts;
  const form = waitlistForm(content);
  const ownFields = form.fields.filter(({ wire }) => wire !== email);

  async function page(
    entry: Entry,
    { status = 200, headers = {}, saved = false, problems = {}, notice, ...typed }: Shown = {},
  ): Promise<Answer> {
    const { values = entry.submission.fields, shortNotice = entry.shortNotice } = typed;
    const asked = entry.state === 'waiting' ? shortNotice : undefined;
    const view = { entry, fields: ownFields, values, problems, notice, shortNotice: asked, saved, invitation: await invitationOf(entry) };
    return { show: 'page', status, headers, view: { status: view } };
  }
  async function invitationOf({ invitation }: Entry): Promise<string | undefined> {
    const stands = invitation && (await store.waitlist.findInvitation({ id: invitation.id }, now())).kind === 'found';
    return stands ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }
  const entryBehind = (token: string) => {
    const id = readSignedId(secret, 'status', token);
    return id === undefined ? undefined : store.waitlist.findBySubmission(id);
  };

  /** Her answers and her tick come together, whichever button she pressed; a page without the box, or an older one, sends one of them alone. */
  function correctionIn(body: Uint8Array, ticks: string[], pressedNotice: boolean): Correction {
    const { values, problems } = readFields(body, { ...form, fields: ownFields });
    return { values, problems, pressedNotice, shortNotice: pressedNotice || ticks.length > 0 ? ticks.includes('yes') : undefined };
  }

  async function correct(entry: Entry, correction: Correction, reference: string): Promise<Answer> {
    const { fields: known, utm } = entry.submission;
    const { pressedNotice, shortNotice } = correction;
    const values = { ...correction.values, [email]: known[email] as string };
    // Each change is stored and goes out: a script with one link could keep everyone else's answers waiting.
    const wait = await parts.rate(`entry ${entry.id}`);
    if (wait > 0)
      return page(entry, { status: 429, headers: { 'retry-after': String(wait) }, values, shortNotice, notice: savedTooOften(wait) });
    // Who only ticks the box has no new answers, and what was good enough once is not looked at again.
    const answered = !pressedNotice || Object.entries(correction.values).some(([wire, value]) => value !== (known[wire] ?? ''));
    const problems = answered ? { ...problemsIn(form, values), ...correction.problems } : {};
    if (Object.keys(problems).length > 0) return page(entry, { status: 422, values, problems, shortNotice });

    try {
      if (answered) {
        const id = uuid({ msecs: now().getTime() });
        // Her newest answers go where the first ones went; she need not be told what she has just typed.
        const deliveries = parts.deliveriesFor({ formKind: 'waitlist', state: 'accepted' }).filter(({ channel }) => channel !== 'mail');
        await store.submissions.record({
          submission: { id, form, values, utm, receivedAt: now() },
          state: 'accepted',
          deliveries,
          shortNotice,
        });
      } else if (shortNotice !== undefined) await store.waitlist.setShortNotice(entry.id, shortNotice);
    } catch (error) {
      return unsaved(correction, reference, error);
    }
    parts.stored();
    return saved(entry);
  }

  /** What she typed once more, and nothing that the store would have to say. */
  function unsaved({ values, shortNotice }: Correction, reference: string, error: unknown): Answer {
    parts.report(error, reference);
    const view = { fields: ownFields, values, problems: {}, notice: notSaved(reference), shortNotice, saved: false };
    return { show: 'page', status: 503, view: { status: { ...view, entry: undefined, invitation: undefined } } };
  }

  const saved = async (entry: Entry): Promise<Answer> =>
    page((await store.waitlist.findBySubmission(entry.submission.id)) ?? entry, { saved: true });

  async function change({ parameter, post }: Visit): Promise<Answer> {
    if (!isOwnOrigin(post.origin, siteUrl)) return { show: 'problem', status: 403 };
    const body = await readBody(post);
    const sent = new URLSearchParams(Buffer.from(body).toString());
    if (parameter === 'lost') return sendLink(sent.get(email) ?? '', post.client);
    const action = choiceIn(sent, 'action');
    const pressedNotice = action === 'notice';
    const correction = pressedNotice || action === 'details' ? correctionIn(body, sent.getAll('short_notice'), pressedNotice) : undefined;
    let entry: Entry | undefined;
    try {
      entry = await entryBehind(parameter);
    } catch (error) {
      if (!correction) throw error;
      return unsaved(correction, post.reference, error);
    }
    if (!entry) return lostLink('page', readSignedId(secret, 'status', parameter) === undefined ? 404 : 410);
    // An old page: she sees how it is.
    if (correction) return onTheWay(entry.state) ? correct(entry, correction, post.reference) : page(entry);
    if (action !== 'leave') return { show: 'problem', status: 400 };
    await leave(entry);
    parts.stored();
    return saved(entry);
  }

  async function leave({ id }: Entry): Promise<void> {
    await store.waitlist.leave(id, parts.rules, now()).catch((error: unknown) => {
      // Pressed twice: she has left.
      if (!(error instanceof NotAllowed)) throw error;
    });
  }

  /** The same answer whether we know the address or not: nobody learns here who is on the list. */
  async function sendLink(address: string, client: string): Promise<Answer> {
    const wait = await parts.rate(client);
    if (wait > 0) return { show: 'problem', status: 429, headers: { 'retry-after': String(wait) } };
    await store.waitlist.sendStatusLink(address, now());
    parts.stored();
    return lostLink('sent', 200);
  }

  return {
    path: /^\/status\/(lost|[\w-]{20,100})$/u,
    shown: paths.status(':token'),
    headers: secretive,
    async GET({ parameter }) {
      if (parameter === 'lost') return lostLink('asked', 200);
      const entry = await entryBehind(parameter);
      return entry ? page(entry) : lostLink('page', readSignedId(secret, 'status', parameter) === undefined ? 404 : 410);
    },
    POST: change,
  };
}
