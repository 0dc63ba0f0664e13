import { Field } from './Field.tsx';
import { Summary } from './Summary.tsx';
import type { FormDefinition, Problems, Values } from './definition.ts';
import { useFormHelp } from './useFormHelp.ts';
import css from './SubmissionForm.module.css';

interface Props {
  definition: FormDefinition;
  /** Where it posts to: this site or the provider. */
  action: string;
  /** What was typed before, shown again. */
  values?: Values;
  /** What the server found wrong with it. */
  problems?: Problems;
  /** A sentence on why it could not be taken, where that is no field's fault. */
  notice?: string | undefined;
}

/** Nothing typed, nothing wrong. One object, so that a render without them is the same as the one before. */
const none: Values = {};

/** A form as its definition says. Complete without script; hydrated when it comes into view, `useFormHelp` adds its help. */
export default function SubmissionForm({ definition, action, values = none, problems: found = none, notice: said }: Props) {
  const { form, summary, problems, listed, notice, sending, utm, onBlur, onSubmit, onPointerDown } = useFormHelp(definition, found, said);
  const stopped = notice !== undefined || Object.keys(listed).length > 0;
  return (
    <form className={css.form} ref={form} method="post" action={action} acceptCharset="UTF-8" onBlur={onBlur} onSubmit={onSubmit}>
      {stopped && <Summary ref={summary} form={definition} problems={listed} notice={notice} />}
      <p className={css.note}>An asterisk (*) marks what we need to know.</p>
      {definition.fields.map((field) => (
        <Field key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
      ))}
      <input type="hidden" name="inf_form_xid" value={definition.id} />
      <input type="hidden" name="inf_form_name" value={definition.name} />
      <input type="hidden" name="infusionsoft_version" value={definition.version} />
      {Object.entries({ ...utm, ...utmIn(values) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={css.button} type="submit" aria-disabled={sending || undefined} onPointerDown={onPointerDown}>
        {sending ? 'Sending…' : definition.button}
      </button>
      <p className="visually-hidden" role="status">
        {sending && 'Sending your answers'}
      </p>
    </form>
  );
}

function utmIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('utm_')));
}
