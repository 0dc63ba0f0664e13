import { Picture, type PictureSource } from '../ui/Picture.tsx';
import { Section } from '../ui/Section.tsx';
import css from './Testimonials.module.css';

interface Props {
  heading: string;
  pictures: PictureSource[];
}

/** Three founders' words, each set in its own picture. On a phone they stand in a strip that shows the next one's edge. */
export function Testimonials({ heading, pictures }: Props) {
  return (
    <Section id="testimonials" heading={heading} tone="closing" className={css.section}>
      <ul className={css.strip} role="list" tabIndex={0} aria-labelledby="testimonials-heading">
        {pictures.map((picture) => (
          <li key={picture.src}>
            <Picture picture={picture} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
