import type { ReceivedWords } from './received-words.ts';
import css from './ThankYou.module.css';

/** What happens next, below the heading of a thank-you page. */
export function Received({ words: { text, calendar, next, also } }: { words: ReceivedWords }) {
  return (
    <>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {calendar.length > 0 && (
        <>
          <h2 className={css.calendar} id="calendar">
            Add it to your calendar
          </h2>
          <ul className={css.ways} aria-labelledby="calendar">
            {calendar.map(({ href, text: name }) => (
              <li key={href}>
                <a href={href} target="_top">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a className={css.next} href={next.href} target="_top">
          {next.text}
        </a>
      </p>
      {also && (
        <p>
          <a className={css.also} href={also.href} target="_top">
            {also.text}
          </a>
        </p>
      )}
    </>
  );
}
