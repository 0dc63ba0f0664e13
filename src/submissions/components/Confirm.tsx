import { LetterSheet } from '../../site/LetterSheet.tsx';
import { House } from '../../site/House.tsx';
import { Received } from './Received.tsx';
import type { ReceivedWords } from './received-words.ts';
import css from './ThankYou.module.css';

/** What stands behind the link of a confirmation mail. */
export interface ConfirmView {
  /** Whether the button was pressed, now or before. */
  done: boolean;
  /** The names of the forms that it is about. */
  forms: string[];
  formId: string | undefined;
}

interface Props {
  name: string;
  view: ConfirmView;
  /** What the first form's thank-you page says; none where that form is gone. */
  words: ReceivedWords | undefined;
}

/** A button that confirms an address, since mail scanners open links but press no buttons; and what she sees once it is pressed. */
export function Confirm({ name, view: { done, forms }, words }: Props) {
  if (done && words)
    return (
      <LetterSheet name={name} heading={words.heading} art={<House lit />}>
        <div className={css.text}>
          <p>Your email address is confirmed.</p>
          <Received words={words} />
        </div>
      </LetterSheet>
    );
  return (
    <LetterSheet name={name} heading={done ? 'Your email address is confirmed' : 'One press, and it counts'} art={<House lit={done} />}>
      <div className={css.text}>
        {!done && (
          <form method="post">
            <p>
              Someone sent us this with your email address. If it was you, press the button. If not, leave this page: it lapses by itself.
            </p>
            <ul>
              {forms.map((form) => (
                <li key={form}>{form}</li>
              ))}
            </ul>
            <button className={css.button} type="submit">
              Confirm my email address
            </button>
          </form>
        )}
      </div>
    </LetterSheet>
  );
}
