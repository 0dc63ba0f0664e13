import css from './Plot.module.css';

/** Which colour is which form. */
export function Legend() {
  return (
    <ul className={css.legend} role="list">
      <li className={css.waitlist}>Waitlist</li>
      <li className={css.workshop}>Workshops</li>
    </ul>
  );
}
