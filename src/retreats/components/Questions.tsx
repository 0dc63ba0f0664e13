import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import css from './Questions.module.css';

interface Props {
  questions: RetreatContent['questions'];
}

/** The browser keeps one open at a time, since they share a name: no script needed. */
export function Questions({ questions }: Props) {
  return (
    <Section id="faq" heading={questions.heading} tone="linen" split screenOnly>
      <div className={css.list}>
        {questions.questions.map(({ question, answer }) => (
          <details key={question} className={css.item} name="faq">
            <summary>
              <h3>{question}</h3>
            </summary>
            <div className={css.answer}>
              {answer.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}
