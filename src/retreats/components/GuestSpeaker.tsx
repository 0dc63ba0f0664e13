import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './GuestSpeaker.module.css';

interface Props {
  guest: RetreatContent['guestSpeaker'];
  portrait: PictureSource;
  cover: PictureSource;
}

/** The guest speaker's portrait, with the cover of the speaker's book on its corner, and biography. */
export function GuestSpeaker({ guest, portrait, cover }: Props) {
  return (
    <Section id="guest-speaker" heading={guest.heading} tone="linen" className={css.section} isScreenOnly>
      <div className={css.pictures}>
        <Picture picture={portrait} className={css.portrait} />
        <Picture picture={cover} className={css.cover} />
      </div>
      <div className={css.words}>
        <h3>{guest.name}</h3>
        <p className={css.role}>{`${guest.role}, ${guest.company}`}</p>
        <Paragraphs text={guest.biography} />
        <ul className={css.credentials} role="list">
          {guest.credentials.map((credential) => (
            <li key={credential}>{credential}</li>
          ))}
        </ul>
        <p className={css.book}>
          <cite>{guest.book.title}</cite>
          {guest.book.subtitle}
        </p>
      </div>
    </Section>
  );
}
