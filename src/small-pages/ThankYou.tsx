import { LetterSheet } from '../ui/LetterSheet.tsx';
import { House } from './House.tsx';
import type { ReceivedWords } from './received-words.ts';
import css from './ThankYou.module.css';

interface Props {
  name: string;
  words: ReceivedWords;
}

/** What she sees once her form has come in: a light more in the house, and what happens next. */
export function ThankYou({ name, words: { heading, text, next } }: Props) {
  return (
    <LetterSheet name={name} heading={heading} art={<House lit />}>
      <div className={css.text}>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <a className={css.next} href={next.href} target="_top">
            {next.text}
          </a>
        </p>
      </div>
    </LetterSheet>
  );
}
