import css from './SeatingPlan.module.css';

/** Offsets of the chairs and plates, so that no two places look alike: x and y in the drawing's units, and degrees. */
const offsets = [
  [-5, -2, -6],
  [4, -9, 5],
  [-2, 1, -2],
  [6, -4, 8],
  [-3, -12, -9],
  [4, 0, 3],
  [-6, -7, -5],
  [2, -3, 7],
  [-1, -10, 2],
  [5, -1, -8],
] as const;

interface PlaceProps {
  index: number;
  seats: number;
  width: number;
}

/** Returns the position of a place: half of the seats above the table, the others below it, rotated. */
function transformOf({ index, seats, width }: PlaceProps) {
  const above = Math.ceil(seats / 2);
  const below = index >= above;
  const x = 50 + ((width - 100) * ((below ? index - above : index) + 0.5)) / (below ? seats - above : above);
  return `translate(${Math.round(x)} ${below ? 270 : 90})${below ? ' rotate(180)' : ''}`;
}

/** Drawn once and used at every place, which keeps the HTML small. */
const drawings = (
  <defs>
    <g id="plan-chair">
      <path className={css.seat} d="M-36 22c-4-26-4-48 1-56 14-7 54-8 70 0 6 9 6 31 2 57Z" />
      <path className={css.back} d="M-38-30c18-10 57-11 76-1 3-5 3-11 1-15-20-10-58-10-78 0-2 5-2 11 1 16" />
    </g>
    <g id="plan-setting">
      <path fill="#e3a13a" d="m-52-13 15-3 3 32-15 2Z" />
      <path fill="#fbf6ee" d="M-26 1C-27-34 25-36 27-1 28 34-25 35-26 1" />
      <path fill="#ebdcc8" d="M-16 1c0-22 31-23 32-1S-16 23-16 1" />
      <path fill="#d9b9a0" d="M33 14c0-13 19-13 19 0s-19 13-19 0" />
      <path fill="#6b2436" d="M37 15c0-8 11-8 11 0s-11 8-11 0" />
    </g>
  </defs>
);

function Chair(place: PlaceProps) {
  const [dx, dy, turn] = offsets[place.index % offsets.length]!;
  return <use href="#plan-chair" transform={`${transformOf(place)} translate(${dx} ${dy}) rotate(${turn})`} />;
}

function Setting(place: PlaceProps) {
  const [dx, dy, turn] = offsets[place.index % offsets.length]!;
  return <use href="#plan-setting" transform={`${transformOf(place)} translate(${-dx} ${34 + Math.round(dy / 5)}) rotate(${turn / 2})`} />;
}

/** The long table from above, with one place for each seat. The sentence below it says the number. */
export function SeatingPlan({ seats }: { seats: number }) {
  const width = Math.ceil(seats / 2) * 170 + 100;
  const all = Array.from({ length: seats }, (_, index) => ({ index, seats, width }));
  const [left, right, middle] = [34, width - 30, width / 2];
  return (
    <svg className={css.plan} viewBox={`0 0 ${width} 360`} aria-hidden="true">
      {drawings}
      <path className={css.shade} d={`M${left + 12} 110 ${right + 14} 108q6 92 1 183Q${middle} 297 ${left + 14} 289Z`} />
      {all.map((place) => (
        <Chair key={place.index} {...place} />
      ))}
      <path fill="#8a5a45" d={`M${left} 91Q${middle} 85 ${right} 89q6 92 1 183Q${middle} 278 ${left + 3} 271q-7-90-3-180`} />
      <path fill="#f1e7d8" d={`M${left - 2} 160Q${middle} 154 ${right + 3} 158l1 44Q${middle} 208 ${left - 3} 203Z`} />
      <g transform={`translate(${middle} 181)`}>
        <path fill="#6e7f64" d="M-150 4c70-14 210-18 310-2-100-4-210-2-310 2" />
        <path
          fill="#6e7f64"
          d="M-120-1c-4-14-16-18-26-16 4 12 14 18 26 16m40-4c0-14-10-22-22-22 2 14 10 22 22 22m-8 6c-10 6-14 16-10 24 10-2 14-14 10-24m66-10c4-14-4-24-16-26-2 14 4 24 16 26m-18 8c-12 4-18 14-14 24 12-2 18-12 14-24m96-8c8-12 4-24-6-28-6 10-4 22 6 28m-12 8c-12 2-20 12-18 22 12 0 20-10 18-22m78-4c12-8 14-20 6-28-10 6-14 18-6 28m-14 6c-12 2-20 10-20 20 12 2 20-8 20-20m62 0c14-2 22-12 20-22-12 0-20 10-20 22"
        />
        <path fill="#c9814f" d="M-62-6c6-14 22-14 26-2s-4 22-14 22-16-8-12-20M50 6c4-12 20-14 26-4s0 22-12 22-18-8-14-18" />
        <path
          fill="#e3a13a"
          d="M-198-8c8-10 24-8 26 4s-8 20-18 18-14-12-8-22M186-4c6-12 24-12 28 0s-4 20-16 20-16-10-12-20M-4-8c6-12 24-12 28 0S22 14 10 14-8 4-4-8"
        />
        <path fill="#fbe3b0" d="M-189-1c4-6 11-3 10 3s-12 4-10-3M197 2c3-6 10-4 10 2s-12 5-10-2M7-2c3-6 10-4 10 2S5 5 7-2" />
      </g>
      {all.map((place) => (
        <Setting key={place.index} {...place} />
      ))}
    </svg>
  );
}
