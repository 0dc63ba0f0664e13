import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { Stamp } from './Stamp.tsx';
import css from './Letter.module.css';

/** The hosts' letter: date line, salutation, an initial three lines high, and the signature. */
export function Letter({ letter, capacity }: { letter: RetreatContent['letter']; capacity: number }) {
  return (
    <Section id="letter" heading={letter.heading} tone="linen" isOnSheet className={css.section}>
      <Stamp value={capacity} className={`screen-only ${css.stamp}`} />
      <div className={css.letter}>
        <p className={css.date}>
          <time dateTime={letter.date}>{letter.updatedText}</time>
        </p>
        <p className={css.salutation}>{letter.salutation}</p>
        <Paragraphs text={letter.paragraphs} className={css.paragraph} />
        <p className={css.closing}>{letter.closing}</p>
        <div className={css.signature} />
        <p className={css.signatories}>{letter.signatories}</p>
      </div>
    </Section>
  );
}
