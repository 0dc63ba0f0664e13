/** One form. Its HTML, both validations, the stored record, the CSV headings and the provider's field names follow from it (`fields.ts`). */
export interface FormDefinition {
  /** The provider's id of the form, which is also its address here. */
  id: string;
  /** For a workshop it names series, speaker and date. */
  name: string;
  version: string;
  kind: 'workshop' | 'waitlist';
  /** The provider's id of a tag for every founder who sends the form. */
  tag?: string | undefined;
  button: string;
  fields: Field[];
}

interface FieldBase {
  /** The name on the wire, at the provider and in the stored record. */
  wire: string;
  /** The label without the asterisk that marks a required field. It is the CSV heading as well. */
  label: string;
  required: boolean;
}

/**
 * A text field. `max` counts Unicode code points, and a line break as one. `datetime-local` is a day and a time without a
 * zone, as `2030-05-01T15:00`.
 */
export interface TextField extends FieldBase {
  kind: 'text' | 'email' | 'tel' | 'textarea' | 'datetime-local';
  max: number;
  autocomplete?: string;
  /** The name of the field in messages: "Enter your first name". */
  nameInMessages: string;
}

/** The placeholder stands for the empty value; each option is its own value. */
export interface SelectField extends FieldBase {
  kind: 'select';
  placeholder: string;
  options: string[];
  nameInMessages: string;
}

interface CheckboxField extends FieldBase {
  kind: 'checkbox';
  value: string;
}

export type Field = TextField | SelectField | CheckboxField;

/** An answer as people read it. `kind` is that of its field; undefined for what no field asks. */
export interface LabeledAnswer {
  label: string;
  value: string;
  kind?: Field['kind'] | undefined;
}

/** The values by wire name, exactly as typed. An unchecked checkbox is absent. */
export type Values = Record<string, string>;

/** Messages for the visitor by wire name, in the order of the form. */
export type Problems = Record<string, string>;
