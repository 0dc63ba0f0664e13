import { untilInWords } from '../retreat-seats/until.ts';
import type { Entry } from '../store/entries.ts';

interface Standing {
  heading: string;
  text: string[];
}

/** Where a founder stands, in words and without a rank: the order of the list is not the order in which seats are given. */
export function standingOf(
  { state, headSince, invitation }: Pick<Entry, 'state' | 'headSince' | 'invitation'>,
  contactEmail: string,
): Standing {
  switch (state) {
    case 'waiting':
      return headSince ? next : waiting;
    case 'invited':
      return {
        heading: 'You are invited',
        text: [
          `A seat is kept for you until ${untilInWords(invitation?.expiresAt ?? '')}. Your invitation came by email; it is here as well.`,
        ],
      };
    case 'accepted':
      return {
        heading: 'You have a seat',
        text: ['We are glad that you are coming. Your invitation holds what the ticket includes and what comes next.'],
      };
    case 'declined':
      return { heading: 'You are not on the list', text: ['You told us that you do not come this time.', again] };
    case 'lapsed':
      return {
        heading: 'Your invitation has run out',
        text: ['No answer reached us in time, and the seat went to the next founder.', again],
      };
    case 'cancelled':
      return {
        heading: 'Your seat was given back',
        text: [`You have no seat any more. If this is not what you wanted, write to ${contactEmail}.`, again],
      };
    case 'withdrawn':
      return { heading: 'You have left the list', text: ['We do not invite you, and the seats go to others.', again] };
  }
}

const again = 'If you would like to come after all, put your name on the list again; it takes about two minutes.';

const waiting: Standing = {
  heading: 'You are on the waitlist',
  text: [
    'There is nothing to do now. When there is a seat for you, a personal invitation comes by email, with everything you need to decide.',
  ],
};

const next: Standing = {
  heading: 'You are next',
  text: [
    'You said yes when the last seat had just gone, so you stand at the head of the waitlist. If a seat comes free, you are the first to be asked, by email.',
  ],
};
