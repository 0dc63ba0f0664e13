/** Every address of the site. A form's addresses have the shape of the provider's own, so that one page works against both. */
export const paths = {
  home: '/',
  speakerSeries: '/speaker-series',
  calendar: (slug: string) => `/speaker-series/${slug}.ics`,
  /** The same with how to join, for one who registered. */
  ownCalendar: (slug: string, token: string) => `/speaker-series/${slug}.ics?with=${token}`,
  privacy: '/privacy',
  form: (formId: string) => `/app/form/${formId}`,
  process: (formId: string) => `/app/form/process/${formId}`,
  received: (formId: string) => `/app/form/${formId}/received`,
  checkInbox: (formId: string) => `/app/form/${formId}/check-your-inbox`,
  challenge: '/app/form/challenge',
  confirm: (token: string) => `/confirm/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  status: (token: string) => `/status/${token}`,
  lostLink: '/status/lost',
  invitation: (token: string) => `/invitation/${token}`,
  /** A form with somebody's answers in it already. */
  filledForm: (formId: string, token: string) => `/app/form/${formId}?with=${token}`,
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

/** The element that the workshop page's buttons lead to. */
export const registerAnchor = 'register';
