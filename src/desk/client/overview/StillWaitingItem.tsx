import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import { Button } from '../components/Button.tsx';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import { useMayChange } from '../facts.ts';

/** Who still waits for an earlier retreat, with the button that asks them to move along to the next one. */
export function StillWaitingItem({ stillWaiting: { retreat, season, later, toAsk, asked } }: { stillWaiting: StillWaiting }) {
  const mayChange = useMayChange();
  const [isAsking, setAsking] = useState(false);
  const founders = pluralize(toAsk, 'founder');
  return (
    <li>
      <p>
        {pluralize(toAsk + asked, 'founder still waits', 'founders still wait')} for {season}.
        {asked > 0 &&
          ` ${pluralize(asked, 'founder was', 'founders were')} asked to move along to ${later} and ${asked === 1 ? 'has' : 'have'} not answered yet.`}
      </p>
      {mayChange && toAsk > 0 && (
        <Button onClick={() => setAsking(true)}>
          Ask {founders} to move along to {later} …
        </Button>
      )}
      {isAsking && (
        <QuestionDialog
          title={`Move along to ${later}`}
          button={`Send ${pluralize(toAsk, 'email')}`}
          change={{ path: `/api/retreats/${retreat}/move-along`, body: {} }}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p>
            {founders} will get an email that asks whether to move along from the waitlist for {season} to the one for {later}. Founders who
            do not answer stay on the waitlist for {season}, and are not asked again.
          </p>
        </QuestionDialog>
      )}
    </li>
  );
}
