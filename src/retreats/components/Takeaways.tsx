import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { waitlistAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import css from './Takeaways.module.css';

interface Props {
  takeaways: RetreatContent['takeaways'];
  callToAction: string;
}

/** Hand-drawn ticks that differ from one another, used in turn. */
const ticks = ['M3 15c3 2 5 5 7 9C14 14 19 7 29 2', 'M4 13c2 3 4 6 6 10 5-9 10-15 17-20', 'M2 16c4 1 6 4 8 8C15 15 22 8 30 4'];

/** A list of ticks with the things that founders take home. */
export function Takeaways({ takeaways, callToAction }: Props) {
  return (
    <Section id="takeaways" heading={takeaways.heading} tone="linen" isSplit isScreenOnly>
      <ul className={css.list} role="list">
        {takeaways.items.map((item, index) => (
          <li key={item}>
            <svg className={css.tick} viewBox="0 0 32 27" aria-hidden="true">
              <path d={ticks[index % ticks.length]} />
            </svg>
            {item}
          </li>
        ))}
      </ul>
      <p>
        <CallToAction href={`#${waitlistAnchor}`}>{callToAction}</CallToAction>
      </p>
    </Section>
  );
}
