import type { FormDefinition, Values } from './definition.ts';

/** What a visitor read beside a box when she ticked it or left it, word for word; when is the submission's own time. */
export interface Consent {
  wire: string;
  wording: string;
  /** The version of the form whose wording it was. */
  version: string;
  given: boolean;
}

/** Her answers to the boxes of a form, with the words that she answered to. */
export function consentsIn(form: Pick<FormDefinition, 'fields' | 'version'>, values: Values): Consent[] {
  return form.fields
    .filter(({ kind }) => kind === 'checkbox')
    .map(({ wire, label }) => ({ wire, wording: label, version: form.version, given: values[wire] !== undefined }));
}
