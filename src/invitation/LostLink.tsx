import { Field } from '../forms/Field.tsx';
import type { Field as Definition } from '../forms/definition.ts';
import { paths } from '../paths.ts';
import type { LostLinkView } from '../retreat-seats/views.ts';
import { House } from '../small-pages/House.tsx';
import { LetterSheet } from '../ui/LetterSheet.tsx';
import css from './Status.module.css';

interface Props {
  name: string;
  /** The field of the waitlist's form that she gave her address in. */
  email: Definition;
  view: LostLinkView;
}

/** What the page is called, by what it does. */
export const lostLinkHeading = ({ sent, missed }: LostLinkView): string => {
  if (sent) return 'Look in your inbox';
  if (missed === 'invitation') return 'This invitation no longer stands';
  return missed ? 'This link opens nothing any more' : 'See where you stand';
};

/** Sends her the link to her own page again. It says the same whether the address is on the list or not. */
export function LostLink({ name, email, view }: Props) {
  return (
    <LetterSheet name={name} heading={lostLinkHeading(view)} art={<House lit={view.sent} />}>
      <div className={css.standing}>
        {view.sent ? (
          <>
            <p role="status">If this address is on the waitlist, a mail with the link to your own page is on its way.</p>
            <p>
              Nothing there after a few minutes? Look among the unwanted mail, and see that it is the address you gave us. One link is sent
              in an hour.
            </p>
          </>
        ) : (
          <p>
            {view.missed === 'link' && 'It may be cut short, or from long ago. '}
            {view.missed === 'invitation' && 'It has run out, or another has taken its place. '}
            Type the address you gave us for the waitlist, and we send you a link to your own page.
          </p>
        )}
      </div>
      {!view.sent && (
        <form className={css.details} method="post" action={paths.lostLink}>
          <Field field={email} value={undefined} problem={undefined} />
          <button className={css.save} type="submit">
            Send me my link
          </button>
        </form>
      )}
      <p className={css.home}>
        <a className={css.quiet} href={paths.home}>
          Back to the house
        </a>
      </p>
    </LetterSheet>
  );
}
