import type { ReactNode } from 'react';
import { ErrorSummary } from '../../forms/components/ErrorSummary.tsx';
import { FormField } from '../../forms/components/FormField.tsx';
import type { Field } from '../../forms/definition.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import type { FormView } from '../views.ts';
import form from '../../forms/components/SubmissionForm.module.css';
import css from './Status.module.css';

interface Props extends FormView {
  /** The value of the button, by which the server knows it. */
  action: 'details' | 'house';
  words: { heading: string; button: string };
  fields: Field[];
  children: ReactNode;
}

/** A part of the status page with fields, what is wrong with them, and a button of its own. */
export function FormPart({ action, words, fields, values, problems, notice, children }: Props) {
  return (
    <section className={`screen-only ${css.part}`} aria-labelledby={`${action}-heading`}>
      <h2 id={`${action}-heading`}>{words.heading}</h2>
      {children}
      <div className={css.details}>
        <ErrorSummary fields={fields} problems={problems} notice={notice} />
        <p className={form.note}>Required fields have an asterisk (*).</p>
        {fields.map((field) => (
          <FormField key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
        ))}
        <SubmitButton name="action" value={action}>
          {words.button}
        </SubmitButton>
      </div>
    </section>
  );
}
