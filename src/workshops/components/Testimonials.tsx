import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import css from './Testimonials.module.css';

interface Props {
  heading: string;
  pictures: PictureSource[];
}

/** Three founders' words, each set in its own picture, on the dark wall that the page ends on. */
export function Testimonials({ heading, pictures }: Props) {
  return (
    <Section id="testimonials" heading={heading} tone="closing" className={css.section}>
      <ul className={css.wall} role="list">
        {pictures.map((picture) => (
          <li key={picture.src}>
            <Picture picture={picture} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
