/** A mail, as what it has to say; the templates make it look like one. */
export interface Mail {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  text: string[];
  button?: Link;
  /** What, when, where: a label each. A line break in a value is one in the mail. */
  facts?: { label: string; value: string; href?: string }[];
  /** Other ways to do what the button does, in one line. */
  ways?: Link[];
  /** What she may like to do next. */
  next?: Link;
  /** Below the button. */
  after: string[];
  /** The line at the foot, and the community's name. */
  name: string;
  siteUrl: string;
  foot: string;
  /** How to get no more of these. */
  unsubscribe?: Link;
}

export interface Link {
  text: string;
  href: string;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Makes HTML and plain text of a mail. It is built from React components, apart from the server. */
export type RenderMail = (mail: Mail) => Promise<RenderedMail>;
