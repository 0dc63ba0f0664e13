import { Field } from '../forms/Field.tsx';
import { Summary } from '../forms/Summary.tsx';
import type { StatusView } from '../retreat-seats/views.ts';
import css from './Status.module.css';

interface Props {
  view: StatusView;
  contactEmail: string;
}

/** What she told us, to be corrected. Her address is the key of it all, so it stands. */
export function Details({ view: { entry, fields, values, problems }, contactEmail }: Props) {
  return (
    <section className={css.part} aria-labelledby="details-heading">
      <h2 id="details-heading">What you told us</h2>
      <p>
        You are on the list as <strong>{entry.submission.fields['inf_field_Email']}</strong>. If that address changes, write to{' '}
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
      <form className={css.details} method="post" acceptCharset="UTF-8">
        {Object.keys(problems).length > 0 && <Summary form={{ fields }} problems={problems} />}
        <p className={css.note}>An asterisk (*) marks what we need to know.</p>
        {fields.map((field) => (
          <Field key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
        ))}
        <button className={css.save} type="submit" name="action" value="details">
          Save what I changed
        </button>
      </form>
    </section>
  );
}
