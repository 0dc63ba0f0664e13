import { formatDeadline } from '../../content/format.ts';
import { endOfWorkshop } from '../../content/workshop-schedule.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import css from './FeedbackPage.module.css';

/** `early`: the workshop lies ahead. `missing`: the button was pressed without a choice. */
export interface FeedbackView {
  slug: string;
  state: 'early' | 'asked' | 'missing' | 'thanks';
  /** The founder's answer so far. */
  answer: string | undefined;
}

interface Props {
  name: string;
  workshop: WorkshopContent;
  view: FeedbackView;
}

export const feedbackHeadings: Record<FeedbackView['state'], string> = {
  early: 'Nothing to answer yet',
  asked: 'One question',
  missing: 'One question',
  thanks: 'Thank you',
};

/** The one question after a workshop. */
export function FeedbackPage({ name, workshop, view: { state, answer } }: Props) {
  const { title, speaker, question, zone } = workshop;
  return (
    <Sheet name={name} heading={feedbackHeadings[state]} house={state === 'thanks' ? 'lit' : 'dark'}>
      <Message>
        <p>
          {title}, with {speaker.name}
        </p>
        {state === 'early' && (
          <p>
            We ask about the workshop once it is over. Open this link again after{' '}
            <UnbrokenText>{formatDeadline(endOfWorkshop(workshop), zone)}</UnbrokenText>.
          </p>
        )}
        {state === 'thanks' && (
          <>
            <p role="status">{`We have your answer: ${answer}`}</p>
            <StandaloneLink href={paths.speakerSeries}>See the speaker series</StandaloneLink>
          </>
        )}
        {(state === 'asked' || state === 'missing') && question && (
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
