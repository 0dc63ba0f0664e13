/** What the server hands to the pages that are rendered at request time. */
declare namespace App {
  interface Locals {
    content: import('./content/content.ts').Content;
    /** What the door found that the page stands behind, and the status that it answers with. */
    view: View;
    status: number;
  }

  /** A field for each page that is made at request time. */
  interface View {
    again?: Extract<import('./intake/receive.ts').Outcome, { kind: 'again' }> & { challenge: import('altcha-lib').Challenge };
    privacy?: import('./small-pages/privacy-words.ts').PrivacyFacts;
    unsubscribe?: { done: boolean };
    filled?: { form: import('./forms/definition.ts').FormDefinition; values: import('./forms/definition.ts').Values };
    invitation?: import('./retreat-seats/views.ts').InvitationView;
    status?: import('./retreat-seats/views.ts').StatusView;
    lostLink?: import('./retreat-seats/views.ts').LostLinkView;
    confirm?: import('./small-pages/Confirm.tsx').ConfirmView;
  }
}
