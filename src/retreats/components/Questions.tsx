import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './Questions.module.css';

/** The questions share a name, so the browser keeps only one open, without script. */
export function Questions({ questions }: { questions: RetreatContent['questions'] }) {
  return (
    <Section id="faq" heading={questions.heading} tone="linen" isSplit isScreenOnly>
      <div className={css.list}>
        {questions.questions.map(({ question, answer }) => (
          <details key={question} className={css.item} name="faq">
            <summary>
              <h3>{question}</h3>
            </summary>
            <div className={css.answer}>
              <Paragraphs text={answer} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}
