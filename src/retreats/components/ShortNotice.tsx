import type { Content } from '../../content/content.ts';
import { Field } from '../../forms/components/Field.tsx';
import css from './Status.module.css';

/** Seats come free late: who could take one then says so here. A box that is not ticked posts nothing, so a hidden field tells that it was offered. */
export function ShortNotice({ words, ticked }: { words: Content['retreat']['status']['shortNotice']; ticked: boolean }) {
  const field = { kind: 'checkbox', wire: 'short_notice', label: words.label, value: 'yes', required: false } as const;
  return (
    <section className={css.part} aria-labelledby="notice-heading">
      <h2 id="notice-heading">{words.heading}</h2>
      <p>{words.text}</p>
      <div className={css.row}>
        <input type="hidden" name={field.wire} value="no" />
        <Field field={field} value={ticked ? field.value : undefined} problem={undefined} />
        <button className={css.small} type="submit" name="action" value="notice">
          {words.button}
        </button>
      </div>
    </section>
  );
}
