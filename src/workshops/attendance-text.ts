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
  moment: (instant: string) => string;
  person: (name: string) => string;
}

const organizer = (name: string | null, person: Formatters['person']) => (name === null ? 'an organizer' : person(name));

/** Says whether and when a founder joined a workshop, and who recorded it. */
export function attendanceText(attendance: Attendance | null, { moment, person }: Formatters): string {
  if (!attendance) return 'Not recorded as joined.';
  const { joinedAt, actor, name } = attendance;
  if (actor === 'founder') return `Joined with the personal link, ${moment(joinedAt)}.`;
  return `Recorded as joined by ${organizer(name, person)}, ${moment(joinedAt)}.`;
}

/** Says who removed attendance that was recorded by hand, and when. */
export const attendanceRemovalText = ({ removedAt, name }: AttendanceRemoval, { moment, person }: Formatters): string =>
  `Attendance recorded by hand was removed by ${organizer(name, person)}, ${moment(removedAt)}.`;

/** Says that a letter after a workshop has been sent, so that a change of the attendance comes too late for it. */
export function letterAlreadySentText({ attendance, sentAt }: LetterAfterWorkshop, moment: Formatters['moment']): string {
  const group = attendance === 'came' ? 'came to' : 'missed';
  return `The letter to founders who ${group} the workshop was already sent to this founder, ${moment(sentAt)}. A change here affects only letters that are sent later.`;
}
