/** The longest note with an invitation, reason of a withdrawal and note to self that an organizer writes at the desk, in characters. */
export const maxNoteLength = 2000;
