/** What the server hands to the pages that are rendered at request time. */
declare namespace App {
  interface Locals {
    content: import('./content/content.ts').Content;
    view: View;
    now: Date;
  }

  /** The data of the pages that are rendered at request time, one field for each page. The route of a page sets the field of that page. */
  interface View {
    redisplayed?: import('./submissions/redisplay.ts').RedisplayedForm & {
      isForNext: boolean;
      challenge: import('altcha-lib').Challenge;
    };
    privacy?: import('./people/components/privacy-words.ts').PrivacyFacts;
    unsubscribe?: import('./people/components/Unsubscribe.tsx').UnsubscribeView;
    prefilled?: {
      form: import('./forms/definition.ts').FormDefinition;
      values: import('./forms/definition.ts').Values;
      isForNext: boolean;
    };
    invitation?: import('./retreats/views.ts').InvitationView;
    status?: import('./retreats/views.ts').StatusView;
    unsavedCorrections?: import('./retreats/views.ts').CorrectionsView;
    lostLink?: import('./retreats/views.ts').LostLinkView;
    feedback?: import('./workshops/components/FeedbackPage.tsx').FeedbackView;
    join?: import('./workshops/components/JoinPage.tsx').JoinView;
    confirm?: import('./submissions/components/Confirm.tsx').ConfirmView;
  }
}
