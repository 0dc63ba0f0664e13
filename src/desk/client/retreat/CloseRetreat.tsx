import { useState } from 'react';
import { seasonFigureLines } from '../../../retreats/season-figures.ts';
import type { RetreatBoard } from '../../server/routes/retreat.ts';
import { focusOnMount } from '../components/keep-place.ts';
import { QuestionButton } from '../components/QuestionDialog.tsx';
import { longDayText } from '../words.ts';
import { useMayChange } from '../facts.ts';

interface Props {
  slug: string;
  /** The name and the season of the retreat. */
  label: string;
  closure: RetreatBoard['closure'];
}

/** Closes a retreat whose last day is over; says when it was closed, and the figures that are kept. */
export function CloseRetreat({ slug, label, closure }: Props) {
  const mayChange = useMayChange();
  const [isJustClosed, setIsJustClosed] = useState(false);
  if (closure)
    return (
      <section aria-label="Closed retreat">
        {/* The button that closed it is gone, and the focus with it. */}
        <p tabIndex={-1} ref={isJustClosed ? focusOnMount : undefined}>
          This retreat was closed on {longDayText(closure.closedAt)}. These figures are kept:
        </p>
        <ul role="list">
          {seasonFigureLines(closure.figures).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    );
  return (
    <section className="row" aria-label="Retreat that is over">
      <p>This retreat is over.</p>
      {mayChange && (
        <QuestionButton
          text="Close this retreat …"
          title={`Close ${label}`}
          button="Close the retreat"
          change={{ path: `/api/retreats/${slug}/close`, body: {} }}
          onDone={() => setIsJustClosed(true)}
        >
          <p>
            Invitations that are still open will lapse, and no more founders can be invited. The number of founders at each step is kept
            when their data is erased. A closed retreat cannot be opened again. No email will be sent.
          </p>
        </QuestionButton>
      )}
    </section>
  );
}
