import type { Content } from '../content/content.ts';
import { Field } from '../forms/Field.tsx';
import css from './Status.module.css';

/** Seats come free late: who could take one then says so here. */
export function ShortNotice({ words, ticked }: { words: Content['retreat']['status']['shortNotice']; ticked: boolean }) {
  const field = { kind: 'checkbox', wire: 'short_notice', label: words.label, value: 'yes', required: false } as const;
  return (
    <section className={css.part} aria-labelledby="notice-heading">
      <h2 id="notice-heading">{words.heading}</h2>
      <p>{words.text}</p>
      <form className={css.row} method="post">
        <Field field={field} value={ticked ? field.value : undefined} problem={undefined} />
        <button className={css.small} type="submit" name="action" value="notice">
          {words.button}
        </button>
      </form>
    </section>
  );
}
