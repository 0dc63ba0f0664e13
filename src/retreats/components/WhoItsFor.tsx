import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { SeatingPlan } from './SeatingPlan.tsx';
import css from './WhoItsFor.module.css';

interface Props {
  whoItsFor: RetreatContent['whoItsFor'];
  facts: Pick<RetreatContent['facts'], 'capacity' | 'capacityText'>;
  callToAction: string;
  /** The name of the speaker series. */
  series: string;
}

/** The founders that the retreat is for, those that it is not for yet, and the table with its seats. */
export function WhoItsFor({ whoItsFor, facts, callToAction, series }: Props) {
  return (
    <Section id="who-its-for" heading={whoItsFor.heading} isSplit className={css.section}>
      <div className={css.words}>
        <Paragraphs text={whoItsFor.text} className={css.text} />
        <ul className={css.points} role="list">
          {whoItsFor.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <div className={`screen-only ${css.aside}`}>
        <h3>{whoItsFor.notForHeading}</h3>
        <p>{whoItsFor.notForText}</p>
        <StandaloneLink href={paths.speakerSeries}>{series}</StandaloneLink>
      </div>
      <div className={css.table}>
        <SeatingPlan seats={facts.capacity} />
        <p className={css.capacity}>{facts.capacityText}</p>
        <CallToAction href={`#${waitlistAnchor}`}>{callToAction}</CallToAction>
      </div>
    </Section>
  );
}
