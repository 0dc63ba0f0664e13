/** How it was recorded that a founder joined a workshop. */
export interface Attendance {
  /** When the founder first joined, or when an organizer recorded it. ISO 8601, UTC. */
  joinedAt: string;
  actor: 'founder' | 'organizer';
  /** The name of the organizer, if one was signed in. */
  name: string | null;
}

/** The removal of attendance that was recorded by hand. */
export interface AttendanceRemoval {
  /** ISO 8601, UTC. */
  removedAt: string;
  /** The name of the organizer, if one was signed in. */
  name: string | null;
}

/** The letter after a workshop that a founder was last sent. */
export interface LetterAfterWorkshop {
  attendance: 'came' | 'missed';
  /** ISO 8601, UTC. */
  sentAt: string;
}

/** How the desk and the command format an instant, and a name that an organizer typed. */
interface Formatters {
  formatMoment: (instant: string) => string;
  formatName: (name: string) => string;
}

const organizerText = (name: string | null, formatName: Formatters['formatName']) => (name === null ? 'an organizer' : formatName(name));

/** Says whether and when a founder joined a workshop, and who recorded it. */
export function attendanceText(attendance: Attendance | null, { formatMoment, formatName }: Formatters): string {
  if (!attendance) return 'Not recorded as joined.';
  const { joinedAt, actor, name } = attendance;
  if (actor === 'founder') return `Joined with the personal link, ${formatMoment(joinedAt)}.`;
  return `Recorded as joined by ${organizerText(name, formatName)}, ${formatMoment(joinedAt)}.`;
}

/** Says who removed attendance that was recorded by hand, and when. */
export const attendanceRemovalText = ({ removedAt, name }: AttendanceRemoval, { formatMoment, formatName }: Formatters): string =>
  `Attendance recorded by hand was removed by ${organizerText(name, formatName)}, ${formatMoment(removedAt)}.`;

/** Says that a letter after a workshop has been sent, so that a change of the attendance comes too late for it. */
export function letterAlreadySentText({ attendance, sentAt }: LetterAfterWorkshop, formatMoment: Formatters['formatMoment']): string {
  const group = attendance === 'came' ? 'came to' : 'missed';
  return `The letter to founders who ${group} the workshop was already sent to this founder, ${formatMoment(sentAt)}. A change here affects only letters that are sent later.`;
}
