import { pluralize } from '../../../content/format.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import { QuestionButton } from '../components/QuestionDialog.tsx';
import { useMayChange } from '../facts.ts';

/** Who still waits for an earlier retreat, with the button that asks them to move along to the next one. */
export function StillWaitingItem({ stillWaiting: { retreat, season, later, toAsk, asked } }: { stillWaiting: StillWaiting }) {
  const mayChange = useMayChange();
  const founders = pluralize(toAsk, 'founder');
  return (
    <li>
      <p>
        {pluralize(toAsk + asked, 'founder still waits', 'founders still wait')} for {season}.
        {asked > 0 &&
          ` ${pluralize(asked, 'founder was', 'founders were')} asked to move along to ${later} and ${asked === 1 ? 'has' : 'have'} not answered yet.`}
      </p>
      {mayChange && toAsk > 0 && (
        <QuestionButton
          text={`Ask ${founders} to move along to ${later} …`}
          title={`Move along to ${later}`}
          button={`Send ${pluralize(toAsk, 'email')}`}
          change={{ path: `/api/retreats/${retreat}/move-along`, body: {} }}
        >
          <p>
            {founders} will get an email that asks whether to move along from the waitlist for {season} to the one for {later}. Founders who
            do not answer stay on the waitlist for {season}, and are not asked again.
          </p>
        </QuestionButton>
      )}
    </li>
  );
}
