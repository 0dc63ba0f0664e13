/** The states of an entry that a letter can be for. */
export const waitlistStates = ['waiting', 'invited', 'accepted', 'declined', 'lapsed'] as const;
