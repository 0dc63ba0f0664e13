/** What the server hands to the pages that are rendered at request time. */
declare namespace App {
  interface Locals {
    content: import('./content/content.ts').Content;
    /** A page reads only its own field, which the route of the page sets. */
    view: Views;
    now: Date;
  }

  /** The data of the pages that are rendered at request time, one field for each page. */
  interface Views {
    redisplayed: import('./submissions/redisplay.ts').RedisplayedForm & {
      isForNext: boolean;
      challenge: import('altcha-lib').Challenge;
    };
    privacy: import('./people/components/privacy-words.ts').PrivacyFacts;
    unsubscribe: import('./people/components/Unsubscribe.tsx').UnsubscribeView;
    prefilled: {
      form: import('./forms/definition.ts').FormDefinition;
      values: import('./forms/definition.ts').Values;
      isForNext: boolean;
    };
    invitation: import('./retreats/views.ts').InvitationView;
    status: import('./retreats/views.ts').StatusView;
    unsavedCorrections: import('./retreats/views.ts').CorrectionsView;
    lostLink: import('./retreats/views.ts').LostLinkView;
    feedback: import('./workshops/components/FeedbackPage.tsx').FeedbackView;
    join: import('./workshops/components/JoinPage.tsx').JoinView;
    confirm: import('./submissions/components/Confirm.tsx').ConfirmView;
  }

  /** The data of one page. */
  type View = { [Page in keyof Views]: Pick<Views, Page> }[keyof Views];
}
