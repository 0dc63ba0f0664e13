/** One row of the table: how a good post is spoilt, and what comes of that. */
export interface BadPost {
  name: string;
  form?: 'waitlist' | 'workshop';
  /** In the place of the good answers; undefined leaves the field out. */
  answers?: Record<string, string | undefined>;
  /** Put behind the good fields as it stands, a byte a character. */
  more?: string;
  headers?: Record<string, string>;
  /** What the `altcha` field says; a good proof unless told, and none where it is undefined. */
  proof?: (() => Promise<string>) | undefined;
  /** Sent as it is, where there is nothing good about it. */
  body?: () => string;
  status: number;
  /** In words that come back to the visitor. */
  says?: RegExp;
  /** The state in which it is stored, with exactly the answers that were sent; it is not stored at all where this is missing. */
  stored?: 'accepted' | 'held' | 'quarantined' | undefined;
}

export const wires = {
  first: 'inf_field_FirstName',
  last: 'inf_field_LastName',
  email: 'inf_field_Email',
  brand: 'inf_field_Company',
  phone: 'inf_field_Phone1',
  size: 'inf_custom_SystemSize',
  questions: 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions',
  bring: 'inf_custom_FounderHouseRetreatBringToTheTable',
  slack: 'inf_option_AddmetotheFounderHouseSlackCommunity',
} as const;
