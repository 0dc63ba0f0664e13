import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import css from './Covers.module.css';

interface Props {
  covers: WorkshopContent['covers'];
}

/** What We'll Cover, set as the programme of an evening: numbered, ruled, a sentence on each. */
export function Covers({ covers }: Props) {
  return (
    <>
      <h3 className={css.heading} id="covers-heading">
        {covers.heading}
      </h3>
      <ol className={css.programme} role="list" aria-labelledby="covers-heading">
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
