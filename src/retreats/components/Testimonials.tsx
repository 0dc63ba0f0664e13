import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import css from './Testimonials.module.css';

interface Props {
  heading: string;
  pictures: PictureSource[];
}

/** Three founders' words, each in its own picture, hung as one hangs three pictures: not on one line. */
export function Testimonials({ heading, pictures }: Props) {
  return (
    <Section id="testimonials" heading={heading} tone="linen" screenOnly>
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
