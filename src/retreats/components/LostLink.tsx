import type { StatusWords } from '../../content/schemas/status.ts';
import { ErrorSummary } from '../../forms/components/ErrorSummary.tsx';
import { FormField } from '../../forms/components/FormField.tsx';
import type { Field } from '../../forms/definition.ts';
import { paths } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import type { LostLinkView } from '../views.ts';
import { BackToSite } from './BackToSite.tsx';
import css from './Status.module.css';

interface Props extends LostLinkView {
  name: string;
  words: StatusWords;
  /** The email field of the waitlist's form. */
  email: Field;
}

/** Emails a founder a new link to the status page. Its response is the same whether or not the address is on the list. */
export function LostLink({ name, words, email, why, typed }: Props) {
  const isSent = why === 'sent';
  const { values, problems } = typed ?? { values: {}, problems: {} };
  const { heading, text } = words.lostLink[why];
  return (
    <Sheet name={name} heading={heading} house={isSent ? 'lit' : 'dark'}>
      <Message>
        {text.map((paragraph, index) => (
          <p key={paragraph} role={isSent && index === 0 ? 'status' : undefined}>
            {paragraph}
          </p>
        ))}
      </Message>
      {!isSent && (
        <form className={css.details} method="post" action={paths.lostLink}>
          <ErrorSummary fields={[email]} problems={problems} />
          <FormField field={email} value={values[email.wire]} problem={problems[email.wire]} />
          <SubmitButton>{words.lostLink.button}</SubmitButton>
        </form>
      )}
      <BackToSite>{words.home}</BackToSite>
    </Sheet>
  );
}
