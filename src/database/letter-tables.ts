export interface LetterTables {
  letters: LettersTable;
  /** The recipients of a letter: each address once. */
  letter_recipients: { letter_id: string; email_key: string; submission_id: string; sent_at: string };
  /**
   * Who wrote, changed, tested, sent or took back a letter, and when; `actor_name` as in `entry_history`. Rows leave only with a
   * letter that was never sent.
   */
  letter_history: { id: string; letter_id: string; event: LetterEvent; actor_name: string | null; at: string };
  /** Addresses that get no letters, by a keyed hash that is kept when everything else about the person is erased. */
  letter_opt_outs: { address_id: string; since: string };
}

/** An email that an organizer writes to a group of founders. */
export interface LettersTable {
  id: string;
  subject: string;
  /** JSON: the paragraphs. */
  text: string;
  /** JSON: the text and the address of the button; null without one. */
  link: string;
  /** JSON: which founders it is for. */
  audience: string;
  /** When it was last emailed to the organizer as it is now; null after a change. */
  tested_at: string | null;
  /** When it was last sent; null while nobody gets it. */
  sent_at: string | null;
}

export type LetterEvent = 'written' | 'changed' | 'tested' | 'sent' | 'taken-back';
