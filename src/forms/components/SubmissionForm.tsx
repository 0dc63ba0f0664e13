import type { Challenge } from 'altcha-lib';
import { Field } from './Field.tsx';
import { honeypot, proofField } from '../guards.ts';
import { Summary } from './ErrorSummary.tsx';
import type { FormDefinition, Problems, Values } from '../definition.ts';
import { useFormHelp } from './useFormHelp.ts';
import type { Sending } from './useSending.ts';
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
  /** In so many seconds it may be sent again. */
  retryAfter?: number | undefined;
  /** A challenge that came with the page. */
  challenge?: Challenge | undefined;
  /** Whether it posts to this site, which asks for a proof of work; a provider has its own ways. */
  guarded: boolean;
}

/** Nothing typed, nothing wrong. One object, so that a render without them is the same as the one before. */
const none: Values = {};

/** A form as its definition says. Complete without script; hydrated when it comes into view, `useFormHelp` adds its help. */
export default function SubmissionForm({ definition, action, values = none, problems: found = none, notice: said, ...given }: Props) {
  const { form, summary, problems, listed, notice, sending, utm, onBlur, onSubmit, onPointerDown, onTouch } = useFormHelp(definition, {
    problems: found,
    notice: said,
    retryAfter: given.retryAfter,
    challenge: given.challenge,
    guarded: given.guarded,
  });
  const stopped = notice !== undefined || Object.keys(listed).length > 0;
  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action={action}
      acceptCharset="UTF-8"
      onBlur={onBlur}
      onFocus={onTouch}
      onPointerDown={() => {
        onTouch();
        onPointerDown();
      }}
      onInput={onTouch}
      onSubmit={onSubmit}
    >
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
      {given.guarded && <Guards />}
      <button className={css.button} type="submit" aria-disabled={sending.now !== 'no' || undefined}>
        <ButtonWords sending={sending} idle={definition.button} />
      </button>
      <p className="visually-hidden" role="status">
        {sending.now === 'yes' && 'Sending your answers'}
        {sending.now === 'waiting' && sending.seconds === undefined && 'One moment: your answers go out by themselves'}
      </p>
    </form>
  );
}

/** The seconds are for the eye: read out each time, they would drown everything else; the notice has said once how many. */
function ButtonWords({ sending, idle }: { sending: Sending; idle: string }) {
  if (sending.now === 'no') return idle;
  if (sending.now === 'yes') return 'Sending…';
  if (sending.seconds === undefined) return 'Sending in a moment…';
  return (
    <>
      It sends itself<span aria-hidden="true"> in {sending.seconds} s</span>
    </>
  );
}

/** What only robots fill in, and what only script does. */
function Guards() {
  return (
    <>
      <div className={css.trap} aria-hidden="true">
        <label htmlFor={honeypot}>Leave this field empty</label>
        <input id={honeypot} name={honeypot} type="text" tabIndex={-1} autoComplete="off" />
      </div>
      {/* A browser that comes back to the page would put an old proof in again. */}
      <input type="hidden" name={proofField} autoComplete="off" />
    </>
  );
}

function utmIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('utm_')));
}
