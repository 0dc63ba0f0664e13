import type { Content } from '../../content/content.ts';
import css from './Status.module.css';

type Words = Content['retreat']['status']['leaving'];

/** The way out, in two steps, so that no slip of the thumb takes it. */
export function Leaving({ words: { open, text, button } }: { words: Words[keyof Words] }) {
  return (
    <section className={css.part} aria-label={open}>
      <details className={css.leaving}>
        <summary>{open}</summary>
        <form method="post">
          <p>{text}</p>
          <button className={css.small} type="submit" name="action" value="leave">
            {button}
          </button>
        </form>
      </details>
    </section>
  );
}
