/** What the server hands to the pages that are rendered at request time. */
declare namespace App {
  interface Locals {
    content: import('./content/content.ts').Content;
    intake: import('./intake/receive.ts').Intake;
    /** The answer to a post that shows no form again: the page of its status. */
    refuse: (status: number) => Response;
  }
}
