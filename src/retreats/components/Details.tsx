import type { Content } from '../../content/content.ts';
import { Field } from '../../forms/components/Field.tsx';
import { Summary } from '../../forms/components/ErrorSummary.tsx';
import type { StatusView } from '../views.ts';
import { Linked } from '../../ui/Linked.tsx';
import type { Fill } from './placeholders.ts';
import css from './Status.module.css';

interface Props {
  words: Content['retreat']['status']['details'];
  view: StatusView;
  contactEmail: string;
  fill: Fill;
}

/** What she told us, to be corrected. Her address is the key of it all, so it stands. */
export function Details({ words, view: { entry, fields, values, problems, notice }, contactEmail, fill }: Props) {
  return (
    <section className={css.part} aria-labelledby="details-heading">
      <h2 id="details-heading">{words.heading}</h2>
      {entry && (
        <p>
          <Linked address={contactEmail}>{fill(words.text)}</Linked>
        </p>
      )}
      <div className={css.details}>
        {(notice || Object.keys(problems).length > 0) && <Summary form={{ fields }} problems={problems} notice={notice} />}
        <p className={css.note}>An asterisk (*) marks what we need to know.</p>
        {fields.map((field) => (
          <Field key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
        ))}
        <button className={css.save} type="submit" name="action" value="details">
          {words.button}
        </button>
      </div>
    </section>
  );
}
