import { paths } from '../paths.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { answersOf, greetingOf, worded } from '../mail/envelope.ts';
import type { Compose, Envelope, MailContext } from '../mail/envelope.ts';

/** To one who joined the retreat's waitlist: what happens next, and the link to her own page. */
export const waitlist: Compose = ({ submission }, context) => withOwnPage(submission, context, 'waitlist');

/** The link again, to one who has lost it. */
export const statusLink: Compose = ({ submission }, context) => withOwnPage(submission, context, 'statusLink');

function withOwnPage(submission: Submission, context: MailContext, name: 'waitlist' | 'statusLink'): Envelope {
  const { firstName, email } = answersOf(submission);
  const { facts } = context.content.retreat;
  const words = context.content.emails[name];
  return {
    to: email,
    mail: {
      ...worded(name, { firstName: greetingOf(firstName), retreat: facts.name, season: facts.season }, context),
      ...(words.button && {
        button: { text: words.button, href: context.siteUrl + paths.status(signedId(context.secret, 'status', submission.id)) },
      }),
    },
  };
}
