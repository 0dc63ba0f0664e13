import type { ReactNode } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { StillWaiting } from '../../server/routes/move-along.ts';
import { Button } from '../components/Button.tsx';
import { focus } from '../components/Messages.tsx';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import { useMayChange } from '../facts.ts';

/** After some years there are many earlier retreats. */
const shownAtFirst = 2;

interface ItemsProps {
  /** The retreats, the latest first. */
  waiting: StillWaiting[];
  item: (waiting: StillWaiting) => ReactNode;
}

/** The items of the latest earlier retreats, and one that opens those of the others. */
export function StillWaitingItems({ waiting, item }: ItemsProps) {
  const others = waiting.slice(shownAtFirst);
  const founderCount = others.reduce((sum, { toAsk, asked }) => sum + toAsk + asked, 0);
  return (
    <>
      {waiting.slice(0, shownAtFirst).map(item)}
      {others.length > 0 && (
        <li>
          <details>
            <summary>
              {pluralize(founderCount, 'founder still waits', 'founders still wait')} for{' '}
              {others.length === 1 ? 'an earlier retreat' : `${others.length} earlier retreats`}
            </summary>
            <ul role="list" className="ruled-list">
              {others.map(item)}
            </ul>
          </details>
        </li>
      )}
    </>
  );
}

interface Props {
  stillWaiting: StillWaiting;
  /** The organizer has just asked them: the button is gone, so the text takes the focus. */
  isJustAsked: boolean;
  onAsk: () => void;
}

/** Who still waits for an earlier retreat, with the button that asks them to move along to the next one. */
export function StillWaitingItem({ stillWaiting, isJustAsked, onAsk }: Props) {
  const { season, later, toAsk, asked } = stillWaiting;
  const mayChange = useMayChange();
  return (
    <li>
      <p {...(isJustAsked && { role: 'status', tabIndex: -1, ref: focus })}>
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
 * Asks before the founders who still wait are asked by mail. It is not a part of the item: another organizer may ask them, or they may
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
