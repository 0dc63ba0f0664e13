import type { ReactNode } from 'react';
import { formatDay } from '../content/format.ts';
import { Paragraphs } from '../ui/Paragraphs.tsx';
import css from './Article.module.css';

interface Props {
  title: string;
  /** A day, as year-month-day. */
  updatedOn: string;
  intro: string[];
  children: ReactNode;
}

/** A page of plain prose, set as in a book, with the headings in the margin. */
export function Article({ title, updatedOn, intro, children }: Props) {
  return (
    <article className={css.page}>
      <header className={css.opening}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.updated}>
          As of <time dateTime={updatedOn}>{formatDay(updatedOn)}</time>
        </p>
        <Paragraphs text={intro} className={css.intro} />
      </header>
      {children}
    </article>
  );
}

export function ArticleSection({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      {heading && <h2 className={css.heading}>{heading}</h2>}
      <div className={css.text}>{children}</div>
    </section>
  );
}
