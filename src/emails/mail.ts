/** A mail, as what it has to say; the templates make it look like one. */
export interface Mail {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  text: string[];
  button?: { text: string; href: string };
  /** What, when, where: a line each. */
  facts?: { label: string; value: string }[];
  /** Other ways to do what the button does. */
  links?: { text: string; href: string }[];
  /** Below the button. */
  after: string[];
  /** The line at the foot, and the community's name. */
  name: string;
  siteUrl: string;
  foot: string;
  /** How to get no more of these. */
  unsubscribe?: { text: string; href: string };
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Makes HTML and plain text of a mail. It is built from React components, apart from the server. */
export type RenderMail = (mail: Mail) => Promise<RenderedMail>;
