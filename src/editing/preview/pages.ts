import type { Content } from '../../content/content.ts';
import { ownedForms, type OwnedForm } from '../../forms/catalog.ts';
import { retreatName, workshopName } from '../../content/format.ts';
import { featuredRetreat, isRetreatOver } from '../../content/retreat-schedule.ts';
import { featuredWorkshop, phaseOfWorkshop } from '../../content/workshop-schedule.ts';
import { mailPlaceholders, type MailName } from '../../content/schemas/emails.ts';
import type { RetreatContent } from '../../content/schemas/retreat.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { partFileName } from '../../content/load.ts';
import type { LostLinkView, StatusView } from '../../retreats/views.ts';
import { mailTitles } from './mail-titles.ts';
import { retreatPageId, workshopPageId, workshopPageTitles, workshopPhases } from './page-ids.ts';
import { sampleInvitation, samplePrivacy, sampleStatus, type SampleAnswer, type StatusStage } from './samples.ts';

/** A page that can be previewed. */
export interface PreviewPage {
  id: string;
  title: string;
  /** The season of its retreat, or the title and day of its workshop; empty for a page that belongs to none. */
  about: string;
  /** The heading under which it is listed. */
  group: string;
  /** Its address on the preview server; empty for an email. */
  path: string;
  /** The files and folders of content/ whose values it shows. */
  shows: string[];
  /** The data that it shows, for a page that is rendered at request time. */
  view?: App.View;
  /** The email that it is, by its name in content/emails. */
  mail?: MailName;
}

const invitations: [title: string, SampleAnswer][] = [
  ['An invitation', { answer: null, state: 'invited' }],
  ['An invitation after a yes', { answer: 'accept', state: 'accepted' }],
  ['An invitation after a yes that found no free seat', { answer: 'accept', state: 'waiting' }],
  ['An invitation after a no', { answer: 'decline', state: 'declined' }],
  ['An invitation after “not this time”', { answer: 'later', state: 'waiting' }],
  ['An invitation whose seat was given back', { answer: 'accept', state: 'cancelled' }],
  ['An invitation after a yes and its deadline', { answer: 'accept', state: 'accepted', isOpen: false, statusHref: '/' }],
  ['An invitation when the retreat is over', { answer: 'accept', state: 'accepted', isOpen: false, hasEnded: true }],
  ['An invitation after a no when the retreat is over', { answer: 'decline', state: 'declined', isOpen: false, hasEnded: true }],
];

const endedSeason = 'Spring 2030';
const laterSeason = 'Fall 2030';
const statusPages: [id: string, label: string, StatusStage, shown?: Partial<StatusView>][] = [
  ['waiting', 'on the waitlist', 'waiting'],
  ['next', 'at the top of the waitlist', 'next'],
  ['invited', 'invited', 'invited'],
  ['accepted', 'with a seat', 'accepted'],
  ['declined', 'after a no', 'declined'],
  ['lapsed', 'invitation expired', 'lapsed'],
  ['cancelled', 'seat given back', 'cancelled'],
  ['revoked', 'seat cancelled by you', 'revoked'],
  ['withdrawn', 'left the list', 'withdrawn'],
  ['attended', 'with a seat, when the retreat is over', 'accepted', { endedSeason }],
  ['missed', 'without a seat, when the retreat is over', 'waiting', { endedSeason }],
  ['saved', 'after a change was saved', 'waiting', { isSaved: true }],
  ['later', 'asked to move to a later retreat', 'waiting', { laterSeason }],
  ['moved', 'moved to a later retreat', 'waiting', { isSaved: true, movedToSeason: laterSeason }],
];

const lostLinks: [LostLinkView['why'], title: string][] = [
  ['asked', 'A lost link to the status page'],
  ['page', 'A status page whose link is not valid'],
  ['invitation', 'An invitation whose link is no longer valid'],
  ['sent', 'A lost link, after the email was sent'],
];

type Ungrouped = Omit<PreviewPage, 'about' | 'group'>;

const grouped = (group: string, about: string, pages: Ungrouped[]): PreviewPage[] => pages.map((page) => ({ ...page, about, group }));

/**
 * Returns the pages that show content: first those of the retreat and the workshop that the site shows at an instant, with what does not
 * change with the season, then those ahead, then past ones, the latest first, as far as somebody can still open them.
 */
export function previewPages(content: Content, now: Date): PreviewPage[] {
  const featured = new Set([featuredRetreat(content.retreats, now), featuredWorkshop(content.workshops, now)]);
  const isOver = ({ retreat, workshop }: OwnedForm) => (retreat ? isRetreatOver(retreat, now) : phaseOfWorkshop(workshop, now) === 'over');
  const forms = Object.groupBy(ownedForms(content), (owned) => {
    if (featured.has(owned.retreat ?? owned.workshop)) return 'current';
    return isOver(owned) ? 'past' : 'ahead';
  });
  const { current = [], ahead = [], past = [] } = forms;
  const founderPagesOf = ({ retreat }: OwnedForm) => (retreat ? founderPages(content, retreat) : []);
  const everyPageOf = (owned: OwnedForm) => [...mainPages(owned), ...formPages(owned), ...founderPagesOf(owned)];
  const pastPagesOf = (owned: OwnedForm) => {
    const { afterwards } = owned.retreat ? owned.retreat.facts : owned.workshop;
    return everyPageOf(owned).filter(({ id }) => afterwards === 'keep' || isShownAfterwards.test(id));
  };
  return [
    ...current.flatMap(mainPages),
    ...current.flatMap(formPages),
    ...mailPages,
    ...current.flatMap(founderPagesOf),
    ...sharedPages,
    ...ahead.flatMap(everyPageOf),
    ...past.toReversed().flatMap(pastPagesOf).map(asPast),
  ];
}

/**
 * The ids of the pages that somebody can still open after a retreat or workshop whose page turns, once the next one is shown. After years,
 * the other pages of past workshops would be most of the list.
 */
const isShownAfterwards = /^(?:retreat-.+-archive|workshop-.+-over|ended-invitation-.+|status-.+-(?:attended|missed|later|moved))$/u;

const asPast = (page: PreviewPage): PreviewPage => ({ ...page, group: `Past: ${page.group}` });

const mainPages = ({ retreat, workshop }: OwnedForm): PreviewPage[] => (retreat ? retreatPages(retreat) : workshopPages(workshop));

function retreatPages({ slug, facts }: RetreatContent): PreviewPage[] {
  const page = (phase: string, title: string): Ungrouped => ({
    id: retreatPageId(slug, phase),
    title,
    path: `/retreats/${slug}/${phase}`,
    shows: [`retreats/${slug}`, 'afterwards.yaml', 'site.yaml'],
  });
  const turned = facts.afterwards === 'turn';
  return grouped(retreatName(facts), facts.season, [
    page('open', 'The retreat'),
    ...(turned ? [page('full', 'The retreat when every seat is taken'), page('over', 'The retreat when it is over')] : []),
    page('archive', 'The archive'),
  ]);
}

/** Returns the pages of a retreat that only one founder sees. */
function founderPages(content: Content, { slug, facts }: RetreatContent): PreviewPage[] {
  const name = retreatName(facts);
  return [
    ...grouped(
      `${name}: invitations`,
      facts.season,
      invitations.map(([title, answer], index) => ({
        id: `${answer.hasEnded ? 'ended-' : ''}invitation-${slug}-${index}`,
        title,
        path: '/invitation/preview',
        shows: ['invitation.yaml', `retreats/${slug}/ticket.yaml`, `retreats/${slug}/next-steps.yaml`, 'site.yaml'],
        view: { invitation: sampleInvitation(slug, answer) },
      })),
    ),
    ...grouped(
      `${name}: status pages`,
      facts.season,
      statusPages.map(([id, label, stage, shown]) => ({
        id: `status-${slug}-${id}`,
        title: `The status page of a founder: ${label}`,
        path: '/status/preview',
        shows: ['status.yaml', `retreats/${slug}/facts.yaml`, 'afterwards.yaml', 'site.yaml'],
        view: { status: sampleStatus(content, slug, stage, shown) },
      })),
    ),
  ];
}

function workshopPages(workshop: WorkshopContent): PreviewPage[] {
  const { slug } = workshop;
  const pages = workshopPhases.map((phase) => ({
    id: workshopPageId(slug, phase),
    title: workshopPageTitles[phase],
    path: `/speaker-series/${slug}/${phase}`,
    shows: [`speaker-series/${slug}.yaml`, 'speaker-series.yaml', 'afterwards.yaml', 'site.yaml'],
  }));
  return grouped(workshopName(workshop), workshopName(workshop), pages);
}

function formPages({ form, retreat, workshop }: OwnedForm): PreviewPage[] {
  const page = (id: string, title: string, path = ''): Ungrouped => ({
    id: `${id}-${form.id}`,
    title,
    path: `/app/form/${form.id}${path}`,
    shows: [retreat ? `retreats/${retreat.slug}/facts.yaml` : `speaker-series/${workshop.slug}.yaml`, 'afterwards.yaml', 'site.yaml'],
  });
  const pages = [page('form', 'The form'), page('received', 'The thank-you page', '/received')];
  if (workshop) pages.push(page('closed', 'The page when registration is closed', '/closed'));
  if ((retreat ? retreat.facts : workshop).afterwards === 'turn')
    pages.push(
      page('form-over', 'The form when the date has passed', '/next'),
      page('received-over', 'The thank-you page when the date has passed', '/received-over'),
    );
  const name = retreat ? retreatName(retreat.facts) : workshopName(workshop);
  return grouped(`${name}: form`, retreat ? retreat.facts.season : name, pages);
}

const sharedPages = grouped('For every page', '', [
  { id: 'privacy', title: 'Privacy', path: '/privacy', shows: ['words.yaml', 'site.yaml'], view: { privacy: samplePrivacy } },
  { id: 'not-found', title: 'Page not found', path: '/404', shows: ['words.yaml', 'site.yaml'] },
  ...lostLinks.map(([why, title]) => ({
    id: `lost-link-${why}`,
    title,
    path: '/status/lost',
    shows: ['status.yaml', 'site.yaml'],
    view: { lostLink: { why } },
  })),
]);

const mailPages = grouped(
  'Emails',
  '',
  (Object.keys(mailPlaceholders) as MailName[]).map((name) => ({
    id: `mail-${name}`,
    title: mailTitles[name],
    path: '',
    shows: [`emails/${partFileName(name)}`],
    mail: name,
  })),
);
