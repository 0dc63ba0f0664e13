import css from './Lights.module.css';

interface Props {
  count: number;
}

/** The house's own measure: a lit window for each day, or for each month. It only echoes the words beside it, so it is not read out. */
export function Lights({ count }: Props) {
  return (
    <span className={css.lights} aria-hidden="true">
      {Array.from({ length: count || 0 }, (_, index) => (
        <svg key={index} viewBox="0 0 18 26" width="18" height="26">
          <path className={css.pane} d="M1 25.4V9.3C1 -1.6 17 -1.6 17 9.3v16.1Z" />
          <path className={css.bar} d="M9 1.6v23.6M1.2 13.4h15.6" />
        </svg>
      ))}
    </span>
  );
}
