import { formIdentity, honeypot } from '../hidden-fields.ts';
import type { FormDefinition, Problems, Values } from '../definition.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormField } from './FormField.tsx';
import { useEnhancedForm } from './useEnhancedForm.ts';
import type { SubmitOptions, SubmitStatus } from './useSubmit.ts';
import css from './SubmissionForm.module.css';

interface Props extends SubmitOptions {
  definition: FormDefinition;
  /** Where it posts to: this site or the provider. */
  action: string;
  /** What was typed before, shown again. */
  values?: Values;
  /** The problems that the server found. */
  problems?: Problems;
  /** A sentence on why the form was not accepted, if no field is the reason. */
  notice?: string | undefined;
}

/** No values, no problems. One constant object, so that two renders without them get the same props. */
const none: Values = {};

/**
 * The form of a definition. Complete without script; hydrated when it is first touched, or with the server's errors
 * when it comes into view.
 */
export default function SubmissionForm({
  definition,
  action,
  values = none,
  problems: initialProblems = none,
  notice: initialNotice,
  ...options
}: Props) {
  const { form, summary, handlers, problems, listed, notice, status, utm } = useEnhancedForm(definition, {
    initialProblems,
    initialNotice,
    ...options,
  });
  return (
    <form className={css.form} ref={form} method="post" action={action} acceptCharset="UTF-8" {...handlers}>
      <ErrorSummary ref={summary} fields={definition.fields} problems={listed} notice={notice} />
      <p className={css.note}>Required fields have an asterisk (*).</p>
      {definition.fields.map((field) => (
        <FormField key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
      ))}
      <input type="hidden" name={formIdentity.id} value={definition.id} />
      <input type="hidden" name={formIdentity.name} value={definition.name} />
      <input type="hidden" name={formIdentity.version} value={definition.version} />
      {Object.entries({ ...utm, ...utmIn(values) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {options.needsProof && <Honeypot />}
      <SubmitButton aria-disabled={status.state !== 'idle' || undefined}>
        <ButtonText status={status} idle={definition.button} />
      </SubmitButton>
      <p className="visually-hidden" role="status">
        {status.state === 'sent' && 'Sending your answers'}
        {status.state === 'waiting' && status.seconds === undefined && 'One moment: your answers will be sent automatically'}
      </p>
    </form>
  );
}

/** The countdown is hidden from screen readers: it would be read out each second, and the notice has said it once. */
function ButtonText({ status, idle }: { status: SubmitStatus; idle: string }) {
  if (status.state === 'idle') return idle;
  if (status.state === 'sent') return 'Sending…';
  if (status.seconds === undefined) return 'Sending in a moment…';
  return (
    <>
      Sending automatically<span aria-hidden="true"> in {status.seconds} s</span>
    </>
  );
}

/** A field that only bots fill in. */
function Honeypot() {
  return (
    <div className={css.trap} aria-hidden="true">
      <label htmlFor={honeypot}>Leave this field empty</label>
      <input id={honeypot} name={honeypot} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function utmIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('utm_')));
}
