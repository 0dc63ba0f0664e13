import css from './Lights.module.css';

interface Props {
  count: number;
}

const apart = 26;

/** The house's own measure: a lit window for each day, or for each month. It only echoes the words beside it, so it is not read out. */
export function Lights({ count }: Props) {
  if (!count) return null;
  const width = count * apart - 8;
  const places = Array.from({ length: count }, (_, index) => index * apart);
  return (
    <svg className={css.lights} viewBox={`0 0 ${width} 26`} width={width} height="26" aria-hidden="true">
      <path className={css.panes} d={places.map((x) => `M${x + 1} 25.4v-16.1c0-10.9 16-10.9 16 0v16.1z`).join('')} />
      <path className={css.bars} d={places.map((x) => `M${x + 9} 1.6v23.6M${x + 1.2} 13.4h15.6`).join('')} />
    </svg>
  );
}
