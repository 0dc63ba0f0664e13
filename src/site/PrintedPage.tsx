import { formatDay } from '../content/format.ts';
import type { PageWords } from '../content/schemas/site.ts';
import { Linked } from '../ui/Linked.tsx';
import css from './PrintedPage.module.css';

interface Props {
  words: PageWords['privacy'];
  contactEmail: string;
}

/** A page of plain prose, set as in a book: the headings in the margin, the text in one measure. */
export function PrintedPage({ words: { title, updatedOn, intro, sections }, contactEmail }: Props) {
  return (
    <article className={css.page}>
      <header className={css.opening}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.updated}>
          As of <time dateTime={updatedOn}>{formatDay(updatedOn)}</time>
        </p>
        {intro.map((paragraph) => (
          <p key={paragraph} className={css.intro}>
            {paragraph}
          </p>
        ))}
      </header>
      {sections.map(({ heading, text }) => (
        <section key={heading} className={css.section}>
          <h2 className={css.heading}>{heading}</h2>
          <div className={css.text}>
            {text.map((paragraph) => (
              <p key={paragraph}>
                <Linked address={contactEmail}>{paragraph}</Linked>
              </p>
            ))}
          </div>
        </section>
      ))}
    </article>
  );
}
