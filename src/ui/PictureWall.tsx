import { Picture, type PictureSource } from './Picture.tsx';
import { Section } from './Section.tsx';
import css from './PictureWall.module.css';

interface Props {
  id: string;
  heading: string;
  pictures: PictureSource[];
  tone: 'linen' | 'closing';
}

/** Three pictures with a founder's words in each: at different heights on linen, and in one line on the closing ground. */
export function PictureWall({ id, heading, pictures, tone }: Props) {
  return (
    <Section id={id} heading={heading} tone={tone} className={css[tone]} isScreenOnly>
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
