import { interpolate } from '../../content/placeholders.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { Summary } from '../../forms/components/ErrorSummary.tsx';
import { Field } from '../../forms/components/Field.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { houseFields, houseRetentionDays } from '../house-facts.ts';
import type { HouseView } from '../views.ts';
import css from './Status.module.css';

/** Asks a founder with a seat for house facts. */
export function HouseFacts({ words, view: { values, problems, notice } }: { words: StatusWords['house']; view: HouseView }) {
  return (
    <section className={`screen-only ${css.part}`} aria-labelledby="house-heading">
      <h2 id="house-heading">{words.heading}</h2>
      {words.text.map((paragraph) => (
        <p key={paragraph}>{interpolate(paragraph, { houseDays: String(houseRetentionDays) })}</p>
      ))}
      <div className={css.details}>
        {(notice || Object.keys(problems).length > 0) && <Summary form={{ fields: houseFields }} problems={problems} notice={notice} />}
        <p className={css.note}>Required fields have an asterisk (*).</p>
        {houseFields.map((field) => (
          <Field key={field.wire} field={field} value={values[field.wire]} problem={problems[field.wire]} />
        ))}
        <SubmitButton name="action" value="house">
          {words.button}
        </SubmitButton>
      </div>
    </section>
  );
}
