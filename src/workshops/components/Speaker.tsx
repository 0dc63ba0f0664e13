import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import { Covers } from './Covers.tsx';
import css from './Speaker.module.css';

interface Props {
  speaker: WorkshopContent['speaker'];
  portrait: PictureSource;
  covers: WorkshopContent['covers'];
}

/** Who speaks, and the hour's programme beside her. */
export function Speaker({ speaker, portrait, covers }: Props) {
  return (
    <Section id="speaker" heading={speaker.name} lead={`${speaker.role}, ${speaker.company}`} split className={css.speaker}>
      <Picture picture={portrait} className={css.portrait} />
      <div className={css.words}>
        <div className={css.biography}>
          {speaker.biography.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <Covers covers={covers} />
      </div>
    </Section>
  );
}
