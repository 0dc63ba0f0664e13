import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './Speaker.module.css';

interface Props {
  speaker: WorkshopContent['speaker'];
  portrait: PictureSource;
  covers: WorkshopContent['covers'];
}

/** The speaker, and the workshop's program beside the biography. */
export function Speaker({ speaker, portrait, covers }: Props) {
  return (
    <Section id="speaker" heading={speaker.name} lead={`${speaker.role}, ${speaker.company}`} isSplit className={css.speaker}>
      <Picture picture={portrait} className={`screen-only ${css.portrait}`} />
      <div className={css.words}>
        <div className={css.biography}>
          <Paragraphs text={speaker.biography} />
        </div>
        <Covers covers={covers} />
      </div>
    </Section>
  );
}

/** What We'll Cover, set as the program of an evening: numbered, ruled, a sentence on each item. */
function Covers({ covers }: Pick<Props, 'covers'>) {
  return (
    <>
      <h3 className={css.coversHeading} id="covers-heading">
        {covers.heading}
      </h3>
      <ol className={css.program} role="list" aria-labelledby="covers-heading">
        {covers.items.map(({ title, text }) => (
          <li key={title}>
            <h4 className={css.title}>{title}</h4>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
