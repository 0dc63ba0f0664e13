import { LetterSheet } from '../../site/LetterSheet.tsx';
import { House } from '../../site/House.tsx';
import { Received } from './Received.tsx';
import type { ReceivedWords } from './received-words.ts';
import css from './ThankYou.module.css';

interface Props {
  name: string;
  words: ReceivedWords;
}

/** What she sees once her form has come in: a light more in the house, and what happens next. */
export function ThankYou({ name, words }: Props) {
  return (
    <LetterSheet name={name} heading={words.heading} art={<House lit />}>
      <div className={css.text}>
        <Received words={words} />
      </div>
    </LetterSheet>
  );
}
