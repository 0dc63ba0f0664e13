import { paths } from '../../paths.ts';
import { signedId } from '../../tokens.ts';
import { answersOf, worded } from './envelope.ts';
import type { Compose } from './envelope.ts';

/** To one who joined the retreat's waitlist: what happens next, and the link to her own page. */
export const waitlist: Compose = ({ submission }, context) => {
  const { firstName, email } = answersOf(submission);
  const { facts } = context.content.retreat;
  const words = context.content.emails.waitlist;
  return {
    to: email,
    mail: {
      ...worded(words, { firstName, retreat: facts.name, season: facts.season }, context),
      ...(words.button && {
        button: { text: words.button, href: context.siteUrl + paths.status(signedId(context.secret, 'status', submission.id)) },
      }),
    },
  };
};
