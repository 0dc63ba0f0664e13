import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { SelectField } from '../../forms/definition.ts';
import { createInviting } from '../../retreats/invite.ts';
import type { Inviting } from '../../retreats/invite.ts';
import { invitationLasts } from '../../retreats/rules.ts';
import { secretOf } from '../../app/secret.ts';
import type { Settings } from '../../app/settings.ts';
import type { Entry } from '../../retreats/repository/entries.ts';
import type { Store } from '../../app/open-store.ts';
import { createFinder } from './find.ts';
import { createLive } from './live.ts';
import type { Live } from './live.ts';
import { createRegister } from './register.ts';
import type { Register } from './register.ts';
import type { HouseFacts } from './shapes.ts';
import { dayOf, summarize } from './summary.ts';

/** What every answer of the desk is made from. */
export interface Desk {
  store: Store;
  content: Content;
  facts: HouseFacts;
  register: Register;
  find: ReturnType<typeof createFinder>;
  /** Kept until something is sent, or the day ends. */
  summarize: (now: Date) => ReturnType<typeof summarize>;
  /** Kept until one of them moves. */
  entries: () => Promise<Entry[]>;
  live: Live;
  inviting: Inviting;
}

/** Reads everything once, and follows the store from then on. Throws StoreUnavailable, SettingsError. */
export async function openDesk(store: Store, content: Content, settings: Settings): Promise<Desk> {
  const facts = factsOf(content);
  const register = createRegister(store);
  let entries: Promise<Entry[]> | undefined;
  const live = createLive({
    pulse: () => store.database.changeToken(),
    async changed(subject) {
      if (subject === 'deliveries') return;
      entries = undefined;
      if (subject === 'submissions') await register.refresh();
    },
  });
  const desk = {
    store,
    content,
    facts,
    register,
    find: createFinder(register, facts.sizes),
    summarize: keptSummary(register, facts.sizes),
    entries: () =>
      (entries ??= store.waitlist.list().catch((error: unknown) => {
        entries = undefined;
        throw error;
      })),
    live,
    inviting: createInviting({ ...settings, secret: secretOf(settings), content }),
  };
  await live.look();
  desk.summarize(new Date());
  return desk;
}

function keptSummary(register: Register, sizes: string[]) {
  let kept: { all: unknown; day: string; summary: ReturnType<typeof summarize> } | undefined;
  return (now: Date) => {
    const [all, day] = [register.all(), dayOf(now)];
    if (kept?.all !== all || kept.day !== day) kept = { all, day, summary: summarize(all, sizes, now) };
    return kept.summary;
  };
}

function factsOf(content: Content): HouseFacts {
  const forms = formsOf(content);
  const size = forms[0]?.fields.find((field): field is SelectField => field.kind === 'select');
  return {
    siteName: content.site.name,
    retreat: `${content.retreat.facts.name}, ${content.retreat.facts.season}`,
    capacity: content.retreat.facts.capacity,
    invitationDays: invitationLasts / 86_400_000,
    forms: forms.map(({ id, kind, name }) => ({ id, kind, name })),
    sizes: size?.options ?? [],
    workshops: content.workshops.map(({ slug, title, dateText }) => ({ slug, title, dateText })),
  };
}
