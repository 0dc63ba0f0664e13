import { z } from 'zod';
import { paragraphs, words } from './parts.ts';

const mail = z.strictObject({
  subject: words('the subject'),
  preview: words('what an inbox shows beside the subject'),
  heading: words('the heading'),
  text: paragraphs('the mail'),
  button: words("the button's words"),
  after: paragraphs('what stands below the button'),
  foot: words('why she gets this mail'),
});

/** content/emails: a file a mail, by their field of `Content['emails']`. */
export const emailFiles = { confirmAddress: mail };

export type EmailsContent = { [Name in keyof typeof emailFiles]: z.infer<(typeof emailFiles)[Name]> };
