import { dayMs } from '../../../durations.ts';
import { deadlineOf, maxInvitationDays } from '../../../retreats/limits.ts';
import { TextField } from '../components/TextField.tsx';
import { dayText } from '../words.ts';

interface Props {
  /** As it was typed. */
  days: string;
  /** When invitations end at the latest, as `RetreatBoard` has it; undefined while it is not known. */
  startsAt: string | null | undefined;
  onChange: (days: string) => void;
}

/** Returns the last day to answer, and why it is earlier if the retreat begins before the chosen number of days has passed. */
function untilText(days: number, startsAt: Props['startsAt']): string {
  const now = new Date();
  const latest = startsAt ? new Date(startsAt) : undefined;
  const deadline = deadlineOf(new Date(now.getTime() + days * dayMs), latest, now);
  return `until ${dayText(deadline)}${deadline === latest ? ', the latest for this retreat' : ''}`;
}

/** How many days a founder has to answer from now, with the day on which the invitation then ends. */
export const DaysField = ({ days, startsAt, onChange }: Props) => (
  <TextField
    label={`Days to answer${/^[1-9]\d?$/u.test(days) ? ` (${untilText(Number(days), startsAt)})` : ''}`}
    type="number"
    min={1}
    max={maxInvitationDays}
    required
    style={{ width: '6rem' }}
    value={days}
    onChange={onChange}
  />
);
