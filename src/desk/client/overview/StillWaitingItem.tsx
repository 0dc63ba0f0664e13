import { pluralize } from '../../../content/format.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import { Button } from '../components/Button.tsx';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import { useMayChange } from '../facts.ts';

/** Who still waits for an earlier retreat, with the button that asks them to move along to the next one. */
export function StillWaitingItem({ stillWaiting, onAsk }: { stillWaiting: StillWaiting; onAsk: () => void }) {
  const { season, later, toAsk, asked } = stillWaiting;
  const mayChange = useMayChange();
  return (
    <li>
      <p>
        {pluralize(toAsk + asked, 'founder still waits', 'founders still wait')} for {season}.
        {asked > 0 &&
          ` ${pluralize(asked, 'founder was', 'founders were')} asked to move along to ${later} and ${asked === 1 ? 'has' : 'have'} not answered yet.`}
      </p>
      {mayChange && toAsk > 0 && (
        <Button onClick={onAsk}>
          Ask {pluralize(toAsk, 'founder')} to move along to {later} …
        </Button>
      )}
    </li>
  );
}

interface MoveAlongProps {
  stillWaiting: StillWaiting;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Asks before the founders who still wait are asked by email. It is not a part of the item: another organizer may ask them, or they may
 * leave, while it is open.
 */
export function MoveAlongDialog({ stillWaiting, onDone, onClose }: MoveAlongProps) {
  const { retreat, season, later, toAsk } = stillWaiting;
  const founders = pluralize(toAsk, 'founder');
  return (
    <QuestionDialog
      title={`Move along to ${later}`}
      button={`Send ${pluralize(toAsk, 'email')}`}
      change={{ path: `/api/retreats/${retreat}/move-along`, body: {} }}
      obsolete={toAsk === 0 ? `Nobody is left to ask: every founder on the waitlist for ${season} has been asked by now.` : undefined}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {founders} will get an email that asks whether to move along from the waitlist for {season} to the one for {later}. Founders who do
        not answer stay on the waitlist for {season}, and are not asked about {later} again.
      </p>
    </QuestionDialog>
  );
}
