import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import css from './FeedbackPage.module.css';

/** `missing`: the button was pressed without a choice. */
export interface FeedbackView {
  slug: string;
  state: 'asked' | 'missing' | 'thanks';
  /** The founder's answer so far. */
  answer: string | undefined;
}

interface Props {
  name: string;
  workshop: WorkshopContent;
  view: FeedbackView;
}

export const feedbackHeadings = { asked: 'One question', missing: 'One question', thanks: 'Thank you' } as const;

/** The one question after a workshop. */
export function FeedbackPage({ name, workshop: { title, speaker, question }, view: { state, answer } }: Props) {
  return (
    <Sheet name={name} heading={feedbackHeadings[state]} house={state === 'thanks' ? 'lit' : 'dark'}>
      <Message>
        <p>
          {title}, with {speaker.name}
        </p>
        {state === 'thanks' && (
          <>
            <p role="status">{`We have your answer: ${answer}`}</p>
            <StandaloneLink href={paths.speakerSeries}>See the speaker series</StandaloneLink>
          </>
        )}
        {state !== 'thanks' && question && (
          <form method="post" acceptCharset="UTF-8">
            <fieldset className={css.question} aria-describedby={state === 'missing' ? 'problem' : undefined}>
              <legend className={css.legend}>{question.text}</legend>
              {state === 'missing' && (
                <p className={css.problem} id="problem" role="alert">
                  Please choose an answer.
                </p>
              )}
              {question.options.map((option) => (
                <label key={option} className={css.option}>
                  <input type="radio" name="answer" value={option} required defaultChecked={option === answer} />
                  {option}
                </label>
              ))}
            </fieldset>
            <SubmitButton>Send my answer</SubmitButton>
          </form>
        )}
      </Message>
    </Sheet>
  );
}
