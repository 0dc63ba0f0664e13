import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import css from './Sessions.module.css';

/** The itinerary: numbered cards in three sizes, which the content chooses. A tall card has its number in a lit window. */
export function Sessions({ sessions }: { sessions: RetreatContent['sessions'] }) {
  return (
    <Section id="sessions" heading={sessions.heading} lead={sessions.text}>
      <ol className={css.cards} role="list">
        {sessions.sessions.map(({ title, text, note, size }, index) => (
          <li key={title} className={`${css.place} ${css[size]}`}>
            <article className={css.card}>
              <p className={css.number} aria-hidden="true">
                {index + 1}
              </p>
              <div className={css.words}>
                <h3>{title}</h3>
                <p>{text}</p>
                {note && <p className={css.note}>{note}</p>}
              </div>
            </article>
          </li>
        ))}
      </ol>
    </Section>
  );
}
