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
    again?: Extract<import('./submissions/receive.ts').Outcome, { kind: 'again' }> & { challenge: import('altcha-lib').Challenge };
    privacy?: import('./people/components/privacy-words.ts').PrivacyFacts;
    unsubscribe?: { done: boolean };
    filled?: { form: import('./forms/definition.ts').FormDefinition; values: import('./forms/definition.ts').Values };
    invitation?: import('./retreats/views.ts').InvitationView;
    status?: import('./retreats/views.ts').StatusView;
    lostLink?: import('./retreats/views.ts').LostLinkView;
    confirm?: import('./submissions/components/Confirm.tsx').ConfirmView;
  }
}
