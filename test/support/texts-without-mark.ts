interface TextsWithoutMark {
  why: string;
  /** The ids of the pages that show them, in the Pages tab. */
  pages: RegExp;
  texts: string[];
  /** The value of content/ that they follow from. It is changed in the list beside the page. */
  follows?: string;
}

const workshop = 'speaker-series/relationships-that-power-your-brand.yaml';
const waitlistForm = /^form-(?:over-)?23b8314e2b506099de3168783ed8f3f7$/u;
const workshopForm = /^form-(?:over-)?31dd2e1884a34ee5d651673382eedf45$|^workshop-/u;
const anyForm = /^form-|^workshop-/u;
const details = /^status-.+-(?:waiting|next|invited|accepted|saved|later|moved)$/u;
const retreatPages = /^retreat-/u;
const sitePages = /^(?:retreat|workshop)-|^privacy$|^not-found$/u;

const because =
  (why: string) =>
  (pages: RegExp, ...texts: string[]): TextsWithoutMark => ({ why, pages, texts });
const field = because('what a form and its provider call a field');
const product = because('a word of the product');
const drawing = because('the name of a drawing of the product');
const address = because('an address that a setting of the site says');
const computed = (pages: RegExp, follows: string, ...texts: string[]): TextsWithoutMark => ({
  ...because('computed from a value')(pages, ...texts),
  follows,
});

/**
 * Every text of a preview that has no editing mark, where content/ is as the repository has it, except that its pages turn
 * when their date has passed.
 */
export const textsWithoutMark: TextsWithoutMark[] = [
  computed(/^(?:retreat|workshop|invitation)-|^privacy$|^not-found$/u, 'site.yaml#/contactEmail', 'hello@founderhouse.example'),
  computed(/^privacy$/u, 'words.yaml#/privacy/updatedOn', 'November 25, 2026'),
  computed(/^workshop-/u, `${workshop}#/on`, 'Friday', 'July 2025'),
  computed(
    /^received-31dd2e1884a34ee5d651673382eedf45$/u,
    `${workshop}#/reminders/0`,
    'If there’s still time, we’ll remind you by email 24 hours and 1 hour before we begin, unless you’ve asked us not to.',
  ),
  computed(
    retreatPages,
    'retreats/spring-2026/gallery.yaml#/pictures/9/alt',
    ...Array.from({ length: 10 }, (_, index) => `${index + 1} of 10`),
  ),

  address(/^retreat-.+-(?:open|full|over)$/u, 'http://127.0.0.1:4321/'),
  address(/^workshop-/u, 'http://127.0.0.1:4321/speaker-series'),

  drawing(
    /^(?:received|closed|invitation|ended-invitation|status|lost-link)-|^not-found$/u,
    'A house at night, seen through an arched window',
  ),
  drawing(/^workshop-/u, 'A desk by an arched window: a video call on the laptop, hills outside'),

  field(anyForm, 'First name', 'Last name', 'Email', 'Brand', 'Phone', 'System size'),
  field(
    anyForm,
    'Please select one',
    'Corporate Locations Only',
    '1-10 Units',
    '11-25 Units',
    '26-50 Units',
    '51-99 Units',
    '100-149 Units',
    '150+ Units',
    'Leave this field empty',
  ),
  field(waitlistForm, 'What would you bring to the table?', 'What would you like to leave with?', 'Join the waitlist'),
  field(
    workshopForm,
    'Questions for the speaker',
    'Add me to the Founder House Slack community',
    'Keep me posted about future Founder House events',
  ),
  field(details, 'First name', 'Last name', 'Email', 'Brand', 'Phone'),
  field(
    /^status-.+-accepted$/u,
    'Diet and allergies',
    'Access needs',
    'Arrival, date and time',
    'Flight, train or car',
    'Emergency contact, name',
    'Emergency contact, phone',
  ),
  field(/^lost-link-(?!sent)/u, 'Email'),

  product(sitePages, 'Skip to the content'),
  product(/^(?:retreat|workshop|invitation)-|^privacy$|^not-found$/u, 'Privacy', 'Accessibility'),
  product(/^(?:form|received|closed|ended-invitation|status|lost-link)-/u, 'How we use what you send us'),
  product(/^form-|^workshop-|^status-.+-(?:waiting|next|invited|accepted|saved|later|moved)$/u, 'Required fields have an asterisk (*).'),
  product(/^form-23b8314e2b506099de3168783ed8f3f7$/u, 'The waitlist for', 'in'),
  product(/^status-(?!.+-(?:attended|missed)$)/u, 'in'),
  product(
    /^received-(?:over-)?23b8314e2b506099de3168783ed8f3f7$/u,
    'In the meantime, take a look at our speaker series',
    'See where you stand, or update what you told us',
  ),
  product(
    /^received-31dd2e1884a34ee5d651673382eedf45$/u,
    'Add it to your calendar',
    'Google Calendar',
    'Outlook.com',
    'Microsoft 365',
    'Apple and others (.ics)',
  ),
  product(retreatPages, 'Previous picture', 'Next picture', 'Pictures, scroll sideways'),
  product(/^workshop-/u, 'When', 'Where', 'Length'),
  product(/^workshop-.+-(?:upcoming|underway)$/u, 'Add to calendar'),
  product(/^workshop-.+-underway$/u, 'Happening now', 'We began at', '. Registration is still open.'),
  product(/^workshop-.+-over$/u, 'This workshop is over'),
  product(/^privacy$/u, 'As of', 'Our', 'accessibility statement', 'explains how we make sure that everybody can use these pages.'),
  product(/^not-found$/u, 'or write to'),
];

/** The texts of content/ that no page of the tab shows, and where they are read. They are changed in the list beside a page. */
export const textsOnNoPage = {
  'site.yaml#/tagline': 'search engines',
  'site.yaml#/description': 'search engines',
  'words.yaml#/privacy/description': 'search engines',
  'afterwards.yaml#/retreat/archive/description': 'search engines',
  'afterwards.yaml#/retreat/over/description': 'search engines',
  'retreats/spring-2026/facts.yaml#/description': 'search engines',
  [`${workshop}#/description`]: 'search engines',
  'retreats/spring-2026/facts.yaml#/waitlist/formName': 'the desk and the provider',
  [`${workshop}#/join/text`]: 'the mails of a workshop',
  'emails/invitation.yaml#/extendedSubject': 'the mail after an extension, whose preview is that of the invitation',
  'emails/reminder.yaml#/joinButton': 'the mail shortly before a workshop, whose preview is that of the reminder',
};
