import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import { emailFiles } from '../../content/schemas/emails.ts';
import { fileOf } from '../../content/load.ts';
import { sampleInvitation, samplePrivacy, sampleStatus } from './samples.ts';

/** Below it the preview server has the mails, by their part of content/emails. */
export const mailPath = '/mail';

/** A page that can be previewed. */
export interface PreviewPage {
  id: string;
  title: string;
  /** The heading under which it is listed. */
  group: string;
  /** Its address on the preview server. */
  path: string;
  /** The files and folders of content/ whose values it shows. */
  shows: string[];
  /** What it shows, for a page that is rendered at request time. */
  view?: App.View;
}

/** Returns the pages that show content, in the order in which an organizer thinks of them. */
export function previewPages(content: Content): PreviewPage[] {
  const retreats = content.retreats.flatMap(({ slug, facts }): PreviewPage[] => {
    const title = `${facts.name}, ${facts.season}`;
    const page = (phase: string, label: string): PreviewPage => ({
      id: `retreat-${slug}-${phase}`,
      title: label,
      group: title,
      path: `/retreats/${slug}/${phase}`,
      shows: [`retreats/${slug}`, 'afterwards.yaml', 'site.yaml'],
    });
    const turned = facts.afterwards === 'turn';
    return [
      page('open', 'The retreat'),
      ...(turned ? [page('full', 'The retreat when every seat is taken'), page('over', 'The retreat when it is over')] : []),
      page('archive', 'The archive'),
      ...(['An invitation', 'An invitation after a yes'] as const).map((label, index) => ({
        id: `invitation-${slug}-${index}`,
        title: label,
        group: title,
        path: '/invitation/preview',
        shows: ['invitation.yaml', 'site.yaml'],
        view: { invitation: sampleInvitation(slug, index === 0 ? null : 'accept') },
      })),
      ...(['waiting', 'invited', 'accepted', 'declined'] as const).map((state) => ({
        id: `status-${slug}-${state}`,
        title: `The status page of a founder: ${state}`,
        group: title,
        path: '/status/preview',
        shows: ['status.yaml', 'afterwards.yaml', 'site.yaml'],
        view: { status: sampleStatus(content, slug, state) },
      })),
    ];
  });
  const workshops = content.workshops.flatMap(({ slug, title }): PreviewPage[] => {
    const page = (phase: string, label: string): PreviewPage => ({
      id: `workshop-${slug}-${phase}`,
      title: label,
      group: title,
      path: `/speaker-series/${slug}/${phase}`,
      shows: [`speaker-series/${slug}.yaml`, 'speaker-series.yaml', 'afterwards.yaml', 'site.yaml'],
    });
    return [
      page('upcoming', 'The workshop'),
      page('underway', 'The workshop while it takes place'),
      page('over', 'The workshop when it is over'),
    ];
  });
  const forms = formsOf(content).flatMap((form): PreviewPage[] => {
    const page = (id: string, title: string, path = ''): PreviewPage => ({
      id: `${id}-${form.id}`,
      title,
      group: form.name,
      path: `/app/form/${form.id}${path}`,
      shows: ['site.yaml'],
    });
    const pages = [page('form', 'The form'), page('received', 'The thank-you page', '/received')];
    if (form.kind === 'workshop') pages.push(page('closed', 'The page when registration is closed', '/closed'));
    return pages;
  });
  const group = 'For every page';
  return [
    ...retreats,
    ...workshops,
    ...forms,
    {
      id: 'privacy',
      title: 'Privacy',
      group,
      path: '/privacy',
      shows: ['words.yaml', 'site.yaml'],
      view: { privacy: samplePrivacy },
    },
    { id: 'not-found', title: 'Page not found', group, path: '/404', shows: ['words.yaml', 'site.yaml'] },
    {
      id: 'lost-link',
      title: 'A lost link to the status page',
      group,
      path: '/status/lost',
      shows: ['status.yaml', 'site.yaml'],
      view: { lostLink: { why: 'asked' } },
    },
    ...Object.keys(emailFiles).map((part): PreviewPage => {
      const file = fileOf(part);
      const name = file.replace('.yaml', '').replaceAll('-', ' ');
      return {
        id: `mail-${part}`,
        title: name.replace(/^./u, (letter) => letter.toUpperCase()),
        group: 'Mails',
        path: `${mailPath}/${part}`,
        shows: [`emails/${file}`],
      };
    }),
  ];
}
