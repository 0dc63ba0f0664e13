import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import css from './NextSteps.module.css';

interface Props {
  nextSteps: RetreatContent['nextSteps'];
}

/**
 * The steps after an accepted invitation: check-in, check-out and preparations. Hidden on the public page until an organizer shows them.
 */
export function NextSteps({ nextSteps: { heading, text, checkIn, checkOut, attire, steps } }: Props) {
  return (
    <Section id="next-steps" heading={heading} lead={text} tone="linen" isSplit>
      <div>
        <ul className={css.times} role="list">
          {[checkIn, checkOut].map((time) => (
            <li key={time.text}>
              <time dateTime={`${time.on}T${time.at}`}>
                <UnbrokenText>{time.text}</UnbrokenText>
              </time>
            </li>
          ))}
          <li>{attire}</li>
        </ul>
        <ol className={css.steps} role="list">
          {steps.map((step, index) => (
            <li key={step.title}>
              <span className={css.number} aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3>{step.title}</h3>
                <p>
                  <UnbrokenText>{step.text}</UnbrokenText>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
