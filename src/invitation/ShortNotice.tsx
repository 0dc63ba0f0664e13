import { Field } from '../forms/Field.tsx';
import css from './Status.module.css';

const field = {
  kind: 'checkbox',
  wire: 'short_notice',
  label: 'I could come at two weeks’ notice',
  value: 'yes',
  required: false,
} as const;

/** Seats come free late: who could take one then says so here. */
export function ShortNotice({ ticked }: { ticked: boolean }) {
  return (
    <section className={css.part} aria-labelledby="notice-heading">
      <h2 id="notice-heading">At short notice</h2>
      <p>Now and then a seat comes free late. If you could take one then, tell us.</p>
      <form className={css.row} method="post">
        <Field field={field} value={ticked ? field.value : undefined} problem={undefined} />
        <button className={css.small} type="submit" name="action" value="notice">
          Save
        </button>
      </form>
    </section>
  );
}
