import type { Content } from '../content/content.ts';
import type { FunnelEntry, FunnelRepository, ViewCount, Sender } from './repository.ts';

/**
 * The steps from a page to a seat, in their order. Each counts people, except the first and `watched`, which count how often a page
 * and a replay were opened.
 */
export const stepLabels = {
  views: 'Seen',
  posted: 'Posted',
  confirmed: 'Confirmed',
  joined: 'Joined',
  watched: 'Watched',
  waitlist: 'Waitlist',
  invited: 'Invited',
  seat: 'Seat',
};

type Step = keyof typeof stepLabels;
export const steps = Object.keys(stepLabels) as Step[];
export type Steps = Record<Step, number>;

export interface Funnel {
  /** The slug of a workshop; null for all of them. */
  workshop: string | null;
  total: Steps;
  /** Views by programs, which no other number includes. */
  robots: number;
  /** By `utm_campaign`, the largest first; empty for those who came without one. */
  campaigns: (Steps & { campaign: string })[];
}

/**
 * Returns how many people took each step, for one workshop or for everything. A person counts once in each step, under the campaign of the
 * first post; on the waitlist only after joining it later than the registration. Throws StoreUnavailable.
 */
export async function readFunnel(repository: FunnelRepository, { workshops, retreats }: Content, slug?: string): Promise<Funnel> {
  const workshop = workshops.find((each) => each.slug === slug);
  const views = await repository.listViews();
  const entries = await repository.listEntries();
  const people = await peopleOf(repository.listSenders(workshop?.form.id), entries, { countsEarlierEntries: workshop === undefined });
  const counted = workshop ? { workshops: [workshop], retreats: [] } : { workshops, retreats };
  const pages = new Set([
    ...counted.workshops.map((each) => `workshop:${each.slug}`),
    ...counted.retreats.map((each) => `retreat:${each.slug}`),
  ]);
  const replays = new Set(counted.workshops.map((each) => `replay:${each.slug}`));

  const viewsByHumans = views.filter(({ isRobot }) => !isRobot);
  const viewsByRobots = views.filter(({ isRobot }) => isRobot);
  const viewsOfPages = viewsByHumans.filter(({ page }) => pages.has(page));
  const viewsOfReplays = viewsByHumans.filter(({ page }) => replays.has(page));
  // Each is grouped once: anybody can invent thousands of campaigns, and searching everything for each would take minutes.
  const byCampaign = {
    people: Map.groupBy(people, ({ campaign }) => campaign),
    pages: Map.groupBy(viewsOfPages, ({ campaign }) => campaign),
    replays: Map.groupBy(viewsOfReplays, ({ campaign }) => campaign),
  };
  const campaigns = new Set([...byCampaign.pages.keys(), ...byCampaign.people.keys()]);
  return {
    workshop: workshop?.slug ?? null,
    total: stepsOf(people, { pages: viewsOfPages, replays: viewsOfReplays }),
    robots: countViews(viewsByRobots.filter(({ page }) => pages.has(page))),
    campaigns: [...campaigns]
      .map((campaign) => {
        const viewed = { pages: byCampaign.pages.get(campaign) ?? [], replays: byCampaign.replays.get(campaign) ?? [] };
        return Object.assign({ campaign }, stepsOf(byCampaign.people.get(campaign) ?? [], viewed));
      })
      .toSorted((a, b) => b.posted - a.posted || b.views - a.views),
  };
}

type Views = readonly Omit<ViewCount, 'day'>[];

const countViews = (views: Views): number => views.reduce((sum, { count }) => sum + count, 0);

/** Counts the people who took each step, and the views of pages and replays. */
function stepsOf(people: readonly StepsTaken[], { pages, replays }: { pages: Views; replays: Views }): Steps {
  const count = (step: keyof StepsTaken) => people.filter((person) => person[step]).length;
  return {
    views: countViews(pages),
    posted: people.length,
    confirmed: count('confirmed'),
    joined: count('joined'),
    watched: countViews(replays),
    waitlist: count('waitlist'),
    invited: count('invited'),
    seat: count('seat'),
  };
}

interface StepsTaken extends Record<'confirmed' | 'joined' | 'waitlist' | 'invited' | 'seat', boolean> {
  campaign: string;
}

async function peopleOf(
  senders: AsyncIterable<Sender>,
  entries: readonly FunnelEntry[],
  { countsEarlierEntries }: { countsEarlierEntries: boolean },
): Promise<StepsTaken[]> {
  const people = new Map<string, { campaign: string; since: string; confirmed: boolean; joined: boolean }>();
  for await (const { emailKey, isAccepted, utm, receivedAt, joined } of senders) {
    const person = people.get(emailKey) ?? { campaign: campaignIn(utm), since: receivedAt, confirmed: false, joined: false };
    person.confirmed ||= isAccepted;
    person.joined ||= joined;
    people.set(emailKey, person);
  }
  const entriesByEmail = Map.groupBy(entries, ({ emailKey }) => emailKey);
  return [...people].map(([emailKey, { campaign, since, confirmed, joined }]) => {
    const counted = (entriesByEmail.get(emailKey) ?? []).filter(({ joinedAt }) => countsEarlierEntries || joinedAt >= since);
    return {
      campaign,
      confirmed,
      joined,
      waitlist: counted.length > 0,
      invited: counted.some(({ invited }) => invited),
      seat: counted.some(({ state }) => state === 'accepted'),
    };
  });
}

const campaignIn = (utm: string) => (JSON.parse(utm) as Record<string, string>)['utm_campaign'] ?? '';

/** Formats a count in numbers that are shown to others: a small count could identify a person. */
export const maskSmallCount = (count: number): string => (count > 0 && count < 5 ? 'fewer than 5' : String(count));
