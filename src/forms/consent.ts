import type { FormDefinition, Values } from './definition.ts';

/** The words beside a checkbox as the visitor saw them, and whether it was checked; the time is the submission's. */
export interface Consent {
  wire: string;
  wording: string;
  /** The version of the form whose wording it was. */
  version: string;
  given: boolean;
}

/** Returns the answers to the checkboxes of a form, with the words beside each. */
export function consentsIn(form: Pick<FormDefinition, 'fields' | 'version'>, values: Values): Consent[] {
  return form.fields
    .filter(({ kind }) => kind === 'checkbox')
    .map(({ wire, label }) => ({ wire, wording: label, version: form.version, given: values[wire] !== undefined }));
}
