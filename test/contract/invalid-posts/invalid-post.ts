/** One row of the table: how a valid post is changed, and the expected outcome. */
export interface InvalidPost {
  name: string;
  form?: 'waitlist' | 'workshop';
  /** Values that replace valid ones; undefined leaves the field out. */
  answers?: Record<string, string | undefined>;
  /** Appended to the valid fields without encoding; each character is one byte. */
  more?: string;
  headers?: Record<string, string>;
  /** The value of the `altcha` field. If the property is missing, a valid proof; if it is undefined, no proof. */
  proof?: (() => Promise<string>) | undefined;
  /** Replaces the whole body. */
  body?: () => string;
  status: number;
  /** The message that the page contains. */
  message?: RegExp;
  /** The state in which the submission is stored, with exactly the values that were sent. If missing, nothing is stored. */
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
