import type { InvitationWords } from '../../content/schemas/retreat.ts';
import type { InvitationView } from '../views.ts';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import { isSeatOffered, offeredAnswers, outcomeOf, type Personalize } from './view-text.ts';
import css from './Reply.module.css';

interface Props {
  words: InvitationWords;
  view: InvitationView;
  /** The words of the link to the questions of the house. */
  houseLink: string;
  personalize: Personalize;
}

/** The anchor that the page scrolls to after an answer was sent, so that the answer is visible. */
const replyAnchor = 'reply';

const problems = {
  unanswered: 'We didn’t get your answer. Please press one of the buttons.',
  late: 'The time to change your answer has passed, so it’s still the one below.',
};

/** The part of the card to tear off and send back: the answer that was given, or the three possible answers, each with its meaning. */
export function Reply({ words, view, houseLink, personalize }: Props) {
  const outcome = outcomeOf(view);
  const outcomeWords = outcome && words.answered[outcome];
  const answers = offeredAnswers(view);
  // Without the offer above it, it is the heading of the page.
  const Heading = isSeatOffered(view) ? 'h2' : 'h1';
  return (
    <section className={css.reply} id={replyAnchor} aria-labelledby="reply-heading" tabIndex={-1}>
      <div className={css.said}>
        {view.problem && (
          <p className={`screen-only ${css.problem}`} role="alert">
            {problems[view.problem]}
          </p>
        )}
        <Heading id="reply-heading">{outcomeWords ? personalize(outcomeWords.heading) : words.ask}</Heading>
        <p>
          <UnbrokenText>{personalize(outcomeWords ? outcomeWords.text : words.until)}</UnbrokenText>
        </p>
        {outcome === 'accepted' && view.showsStay && (
          <StandaloneLink className="screen-only strong" href="?calendar" download>
            {words.calendar}
          </StandaloneLink>
        )}
        {view.statusHref && (
          <StandaloneLink className="screen-only strong" href={view.statusHref}>
            {houseLink}
          </StandaloneLink>
        )}
        {view.statusHref && !view.isOpen && (
          <StandaloneLink className="screen-only strong" href={view.statusHref}>
            {words.giveUp}
          </StandaloneLink>
        )}
        {!outcomeWords && <p className="print-only">{personalize(words.print)}</p>}
      </div>
      {answers.length > 0 && (
        <form className={`screen-only ${css.answers}`} method="post" action={`#${replyAnchor}`}>
          {outcomeWords && (
            <p className={css.change}>
              <UnbrokenText>{personalize(words.change)}</UnbrokenText>
            </p>
          )}
          <ul role="list">
            {answers.map((answer) => {
              // A seat that was not taken may have gone to another founder by now.
              const mayPromise = answer !== 'accept' || outcome === undefined;
              return (
                <li key={answer}>
                  <button
                    className={answer === 'accept' ? css.accept : css.other}
                    type="submit"
                    name="answer"
                    value={answer}
                    aria-describedby={mayPromise ? `means-${answer}` : undefined}
                  >
                    {words.answers[answer].button}
                  </button>
                  {mayPromise && (
                    <span className={css.means} id={`means-${answer}`}>
                      {personalize(words.answers[answer].text)}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </form>
      )}
    </section>
  );
}
