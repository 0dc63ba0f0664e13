import type { Content } from '../../content/content.ts';
import { Field } from '../../forms/components/Field.tsx';
import type { Field as Definition } from '../../forms/definition.ts';
import { paths } from '../../paths.ts';
import type { LostLinkView } from '../views.ts';
import { House } from '../../site/House.tsx';
import { LetterSheet } from '../../site/LetterSheet.tsx';
import { WayHome } from './WayHome.tsx';
import css from './Status.module.css';

interface Props extends LostLinkView {
  name: string;
  words: Content['retreat']['status'];
  /** The field of the waitlist's form that she gave her address in. */
  email: Definition;
}

/** Sends her the link to her own page again. It says the same whether the address is on the list or not. */
export function LostLink({ name, words, email, why }: Props) {
  const sent = why === 'sent';
  const { heading, text } = words.lostLink[why];
  return (
    <LetterSheet name={name} heading={heading} art={<House lit={sent} />}>
      <div className={css.standing}>
        {text.map((paragraph, index) => (
          <p key={paragraph} role={sent && index === 0 ? 'status' : undefined}>
            {paragraph}
          </p>
        ))}
      </div>
      {!sent && (
        <form className={css.details} method="post" action={paths.lostLink}>
          <Field field={email} value={undefined} problem={undefined} />
          <button className={css.save} type="submit">
            {words.lostLink.button}
          </button>
        </form>
      )}
      <WayHome>{words.home}</WayHome>
    </LetterSheet>
  );
}
