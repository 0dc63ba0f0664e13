import { v7 as uuid } from 'uuid';
import type { Content } from '../content/content.ts';
import { waitlistForm } from '../forms/catalog.ts';
import { problemsIn } from '../forms/check.ts';
import type { Problems, Values } from '../forms/definition.ts';
import { isOwnOrigin } from '../intake/origin.ts';
import type { RateLimit } from '../intake/rate.ts';
import { paths } from '../paths.ts';
import { onTheWay } from '../retreat-seats/machine.ts';
import { NotAllowed } from '../store/entries.ts';
import type { Entry } from '../store/entries.ts';
import type { NewDelivery } from '../store/outbox.ts';
import type { SeatRules } from '../store/seats.ts';
import type { Store } from '../store/store.ts';
import type { Submission } from '../store/submissions.ts';
import { readSignedId, tokenFor } from '../tokens.ts';
import { secretive } from './door.ts';
import type { Answer, Door, Visit } from './door.ts';
import { lostLink } from './lost-link.ts';
import { readForm } from './read-form.ts';

export interface StatusParts {
  siteUrl: string;
  content: Content;
  secret: string;
  store: Pick<Store, 'entryOf' | 'invitation' | 'leave' | 'record' | 'setShortNotice' | 'sendStatusLink'>;
  rules: SeatRules;
  deliveriesFor: (submission: Pick<Submission, 'formKind' | 'state'>) => NewDelivery[];
  rate: RateLimit;
  stored: () => void;
  now: () => Date;
}

const email = 'inf_field_Email';

/** A founder's own page: where she stands, her details, leaving the list. The link in her mail is the key. */
export function statusDoor(parts: StatusParts): Door {
  const { siteUrl, content, secret, store, now } = parts;
  const form = waitlistForm(content);
  const ownFields = form.fields.filter(({ wire }) => wire !== email);

  async function page(
    entry: Entry,
    more: { status?: number; saved?: boolean; values?: Values; problems?: Problems; shortNotice?: boolean } = {},
  ): Promise<Answer> {
    const { values = entry.submission.fields, problems = {}, shortNotice = entry.shortNotice, saved = false, status = 200 } = more;
    const view = { entry, fields: ownFields, values, problems, shortNotice, saved, invitation: await invitationOf(entry) };
    return { show: 'page', status, view: { status: view } };
  }
  async function invitationOf({ invitation }: Entry): Promise<string | undefined> {
    const stands = invitation && (await store.invitation({ id: invitation.id }, now())).kind === 'found';
    return stands ? paths.invitation(tokenFor(secret, 'invitation', invitation.id)) : undefined;
  }
  const entryBehind = (token: string) => {
    const id = readSignedId(secret, 'status', token);
    return id === undefined ? undefined : store.entryOf(id);
  };
  /** Her answers and her tick come together, whichever button she pressed; a page without the box, or an older one, sends one of them alone. */
  async function correct(entry: Entry, sent: URLSearchParams): Promise<Answer> {
    const { fields: known, utm } = entry.submission;
    const pressedNotice = sent.get('action') === 'notice';
    const ticks = sent.getAll('short_notice');
    const offered = pressedNotice || ticks.length > 0;
    const shortNotice = offered ? ticks.includes('yes') : entry.shortNotice;

    const typed = ownFields.flatMap(({ wire }) => (sent.has(wire) ? [[wire, sent.get(wire) as string]] : []));
    const values = { ...(Object.fromEntries(typed) as Values), [email]: known[email] as string };
    // Who only ticks the box has no new answers, and what was good enough once is not looked at again.
    const answered = !pressedNotice || typed.some(([wire, value]) => value !== (known[wire as string] ?? ''));
    const problems = answered ? problemsIn(form, values) : {};
    if (Object.keys(problems).length > 0) return page(entry, { status: 422, values, problems, shortNotice });

    if (offered) await store.setShortNotice(entry.id, shortNotice);
    if (answered) {
      const id = uuid({ msecs: now().getTime() });
      // Her newest answers go where the first ones went; she need not be told what she has just typed.
      const deliveries = parts.deliveriesFor({ formKind: 'waitlist', state: 'accepted' }).filter(({ channel }) => channel !== 'mail');
      await store.record({ submission: { id, form, values, utm, receivedAt: now() }, state: 'accepted', deliveries });
    }
    parts.stored();
    return saved(entry);
  }

  const saved = async (entry: Entry): Promise<Answer> => page((await store.entryOf(entry.submission.id)) ?? entry, { saved: true });

  async function change({ parameter, post }: Visit): Promise<Answer> {
    if (!isOwnOrigin(post.origin, siteUrl)) return { show: 'problem', status: 403 };
    const sent = await readForm(post);
    if (parameter === 'lost') return sendLink(sent.get(email) ?? '', post.client);
    const entry = await entryBehind(parameter);
    if (!entry) return lostLink('page', readSignedId(secret, 'status', parameter) === undefined ? 404 : 410);
    const action = sent.get('action');
    // An old page: she sees how it is.
    if (action === 'details' || action === 'notice') {
      if (!onTheWay(entry.state)) return page(entry);
      // Each change is stored and goes out: a script with one link could keep everyone else's answers waiting.
      return (await tooMany(`entry ${entry.id}`)) ?? correct(entry, sent);
    }
    if (action !== 'leave') return { show: 'problem', status: 400 };
    await leave(entry);
    parts.stored();
    return saved(entry);
  }

  async function leave({ id }: Entry): Promise<void> {
    await store.leave(id, parts.rules, now()).catch((error: unknown) => {
      // Pressed twice: she has left.
      if (!(error instanceof NotAllowed)) throw error;
    });
  }

  async function tooMany(whose: string): Promise<Answer | undefined> {
    const wait = await parts.rate(whose);
    return wait > 0 ? { show: 'problem', status: 429, headers: { 'retry-after': String(wait) } } : undefined;
  }

  /** The same answer whether we know the address or not: nobody learns here who is on the list. */
  async function sendLink(address: string, client: string): Promise<Answer> {
    const refused = await tooMany(client);
    if (refused) return refused;
    await store.sendStatusLink(address, now());
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
