/* oxlint-disable react/no-array-index-key -- the parts of a text stay in their order */
import { datesIn } from './dates-in.ts';
import css from './UnbrokenDates.module.css';

/** A text in which no line ends within a date. */
export const UnbrokenDates = ({ children }: { children: string }) =>
  datesIn(children).map(({ text, isDate }, index) =>
    isDate ? (
      <span key={index} className={css.date}>
        {text}
      </span>
    ) : (
      text
    ),
  );
