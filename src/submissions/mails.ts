import { formsOf } from '../forms/catalog.ts';
import { paths } from '../paths.ts';
import { tokenFor } from '../link-tokens.ts';
import { NotNeeded } from '../outbox/channel.ts';
import { answersOf, worded } from '../mail/envelope.ts';
import type { Compose } from '../mail/envelope.ts';

/** To one whose form came without the check that script makes: the link that makes it count. */
export const confirmAddress: Compose = ({ submission }, context) => {
  if (submission.state !== 'held') throw new NotNeeded('it is confirmed already');
  const { email } = answersOf(submission);
  const words = context.content.emails.confirmAddress;
  const form = formsOf(context.content).find(({ id }) => id === submission.formId)?.name ?? submission.formName;
  return {
    to: email,
    mail: {
      ...worded('confirmAddress', { form }, context),
      ...(words.button && {
        button: { text: words.button, href: context.siteUrl + paths.confirm(tokenFor(context.secret, 'confirm', submission.id)) },
      }),
    },
  };
};
