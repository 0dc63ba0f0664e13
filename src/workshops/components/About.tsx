import type { SpeakerSeriesContent } from '../../content/schemas/workshop.ts';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './About.module.css';

/** The community, and the two ways to join it. */
export function About({ about }: { about: SpeakerSeriesContent['about'] }) {
  return (
    <Section id="about" heading={about.heading} isSplit className={css.about}>
      <div className={css.text}>
        <Paragraphs text={about.text} />
      </div>
      {about.pathways.map(({ name, length, text, link, linkText }) => (
        <article key={name} className={css.pathway}>
          <Windows count={Number(/\d+/u.exec(length)?.[0] ?? 0)} />
          <h3>{name}</h3>
          <p className={`overline ${css.length}`}>{length}</p>
          <p>{text}</p>
          {link && linkText && (
            <a className={`screen-only ${css.link}`} href={link}>
              {linkText}
            </a>
          )}
        </article>
      ))}
    </Section>
  );
}

/** A lit window for each day, or for each month. It repeats the words beside it, so it is not read out. */
function Windows({ count }: { count: number }) {
  const spacing = 26;
  if (!count) return null;
  const width = count * spacing - 8;
  const offsets = Array.from({ length: count }, (_, index) => index * spacing);
  return (
    <svg className={css.windows} viewBox={`0 0 ${width} 26`} width={width} height="26" aria-hidden="true">
      <path className={css.panes} d={offsets.map((x) => `M${x + 1} 25.4v-16.1c0-10.9 16-10.9 16 0v16.1z`).join('')} />
      <path className={css.bars} d={offsets.map((x) => `M${x + 9} 1.6v23.6M${x + 1.2} 13.4h15.6`).join('')} />
    </svg>
  );
}
