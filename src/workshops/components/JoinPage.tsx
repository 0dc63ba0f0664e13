import { formatDeadline } from '../../content/format.ts';
import { startOfWorkshop, type Phase } from '../../content/workshop-schedule.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths, replayAnchor } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { joinOpensAt, type JoinState } from '../join-state.ts';
import { cancelledText, dateWithYear } from '../phases.ts';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import { VisitorTime } from './VisitorTime.tsx';

/** What the link to a workshop's video call shows. `waiting`: it is time, but the address of the call is not stored yet. */
export interface JoinView {
  slug: string;
  state: JoinState | 'waiting';
  /** Its phase by the clock, even if it is cancelled. */
  phase: Phase;
  /** The calendar file of this registration. */
  calendar?: string;
}

interface Props {
  name: string;
  workshop: WorkshopContent;
  view: JoinView;
  /** The text of the link to the waitlist's form. */
  waitlist: { text: string; href: string };
}

export const joinHeadings: Record<JoinView['state'], string> = {
  early: 'You’re early',
  waiting: 'The call is about to open',
  open: 'Come in',
  over: 'This workshop is over',
  cancelled: 'This workshop is cancelled',
};

/** The page between a founder's email and the video call: whether it is time, and one button. It names nobody. */
export function JoinPage({ name, workshop, view: { state, phase, calendar }, waitlist }: Props) {
  const { title, speaker, dateText, timeText, zone } = workshop;
  const what = `${title}, with ${speaker.name}`;
  const beginsAt = `${phase === 'upcoming' ? 'We begin' : 'We began'} at ${timeText}.`;
  return (
    <Sheet name={name} heading={joinHeadings[state]} house={state === 'open' || state === 'waiting' ? 'lit' : 'dark'}>
      <Message>
        <p>
          <strong>{what}</strong>
        </p>
        {state === 'early' && (
          <>
            <p>
              We begin on <UnbrokenText>{dateText}</UnbrokenText>, at{' '}
              <time dateTime={startOfWorkshop(workshop).toISOString()}>{timeText}</time>.
              <br />
              <VisitorTime workshop={workshop} />
            </p>
            <p>
              You can join the call from this page starting 15 minutes before,{' '}
              <UnbrokenText>{formatDeadline(joinOpensAt(workshop), zone)}</UnbrokenText>. The link stays the same.
            </p>
            <StandaloneLink href={calendar}>Add it to your calendar</StandaloneLink>
          </>
        )}
        {state === 'waiting' && (
          <form method="get">
            <p>The button to join the call will be here shortly. {beginsAt}</p>
            <SubmitButton>Check again</SubmitButton>
          </form>
        )}
        {state === 'open' && (
          <form method="post">
            <p>{beginsAt} The button takes you to the video call.</p>
            <SubmitButton>Join the call</SubmitButton>
          </form>
        )}
        {state === 'over' && (
          <p>
            It took place on <UnbrokenText>{dateWithYear(workshop)}</UnbrokenText>. Thank you for signing up.
          </p>
        )}
        {state === 'over' && workshop.replay && (
          <StandaloneLink href={`${paths.workshop(workshop.slug)}#${replayAnchor}`}>Watch the replay</StandaloneLink>
        )}
        {state === 'cancelled' && <p>{cancelledText(phase === 'over')}</p>}
        {(state === 'over' || state === 'cancelled') && (
          <>
            <StandaloneLink href={paths.speakerSeries}>See the speaker series</StandaloneLink>
            <StandaloneLink href={waitlist.href}>{waitlist.text}</StandaloneLink>
          </>
        )}
      </Message>
    </Sheet>
  );
}
