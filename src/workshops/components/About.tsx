import type { SpeakerSeriesContent } from '../../content/schemas/workshop.ts';
import { Section } from '../../ui/Section.tsx';
import { Lights } from './Lights.tsx';
import css from './About.module.css';

interface Props {
  about: SpeakerSeriesContent['about'];
}

/** The community, and the two ways further in. */
export function About({ about }: Props) {
  return (
    <Section id="about" heading={about.heading} split>
      <div className={css.text}>
        {about.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {about.pathways.map(({ name, length, text, link, linkText }) => (
        <article key={name} className={css.pathway}>
          <Lights count={Number.parseInt(length, 10)} />
          <h3>{name}</h3>
          <p className={css.length}>{length}</p>
          <p>{text}</p>
          {link && linkText && (
            <a className={css.link} href={link}>
              {linkText}
            </a>
          )}
        </article>
      ))}
    </Section>
  );
}
