import type { EntryState } from '../retreat-seats/machine.ts';
import css from './Status.module.css';

const words = {
  waiting: {
    open: 'Leave the list',
    means: 'We take your name off the list and do not invite you.',
    button: 'Yes, take my name off the list',
  },
  invited: {
    open: 'Leave the list',
    means: 'Your invitation ends, and the seat goes to the next founder.',
    button: 'Yes, end my invitation',
  },
  accepted: { open: 'Give my seat back', means: 'Your seat goes to the next founder.', button: 'Yes, give my seat back' },
};

/** The way out, in two steps, so that no slip of the thumb takes it. */
export function Leaving({ state }: { state: EntryState }) {
  const { open, means, button } = words[state as keyof typeof words];
  return (
    <section className={css.part} aria-label={open}>
      <details className={css.leaving}>
        <summary>{open}</summary>
        <form method="post">
          <p>{means} You can put your name on the list again at any time.</p>
          <button className={css.small} type="submit" name="action" value="leave">
            {button}
          </button>
        </form>
      </details>
    </section>
  );
}
