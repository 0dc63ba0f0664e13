import { formatDay } from '../../content/format.ts';
import type { PageWords } from '../../content/schemas/site.ts';
import { Linkify } from '../../ui/Linkify.tsx';
import css from './PrivacyPolicy.module.css';

interface Props {
  words: PageWords['privacy'];
  contactEmail: string;
}

/** The privacy page: plain prose, set as in a book, with the headings in the margin. */
export function PrivacyPolicy({ words: { title, updatedOn, intro, sections }, contactEmail }: Props) {
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
                <Linkify address={contactEmail}>{paragraph}</Linkify>
              </p>
            ))}
          </div>
        </section>
      ))}
    </article>
  );
}
