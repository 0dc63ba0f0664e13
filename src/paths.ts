import { path } from './path-pattern.ts';

const calendar = path('/speaker-series/:slug.ics');
const form = path('/app/form/:formId');

/** Every address of the site. A form's addresses have the shape of the provider's own, so that one page works against both. */
export const paths = {
  home: '/',
  /** The permanent address of a retreat. */
  retreat: path('/retreats/:slug'),
  speakerSeries: '/speaker-series',
  /** The permanent address of a workshop. */
  workshop: path('/speaker-series/:slug'),
  calendar,
  /** The same calendar file with how to join, for a founder who registered. */
  ownCalendar: (slug: string, token: string) => `${calendar(slug)}?with=${token}`,
  privacy: '/privacy',
  accessibility: '/accessibility',
  form,
  process: path('/app/form/process/:formId'),
  received: path('/app/form/:formId/received'),
  checkInbox: path('/app/form/:formId/check-your-inbox'),
  challenge: '/app/form/challenge',
  confirm: path('/confirm/:token'),
  /** Leads a founder who registered to the video call. */
  join: path('/join/:token'),
  /** The one question after a workshop. */
  feedback: path('/feedback/:token'),
  unsubscribe: path('/unsubscribe/:token'),
  /** Ends letters to an address. */
  stopLetters: path('/unsubscribe/letters/:token'),
  status: path('/status/:token'),
  lostLink: '/status/lost',
  invitation: path('/invitation/:token'),
  /** A form that is filled in with the answers behind a token. */
  prefilledForm: (formId: string, token: string) => `${form(formId)}?with=${token}`,
  health: '/healthz',
  ready: '/readyz',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  favicon: '/favicon.svg',
  manifest: '/site.webmanifest',
  uploads: '/uploads/',
} as const;

/** The element that every call to action on the retreat page leads to. */
export const waitlistAnchor = 'waitlist-form';

/** The element of the workshop page that shows the video of a workshop that is over. */
export const replayAnchor = 'replay';

/** The element that the workshop page's buttons lead to. */
export const registerAnchor = 'register';
