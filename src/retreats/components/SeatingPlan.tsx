import css from './SeatingPlan.module.css';

/** How far a chair and its plate are from their place, in the drawing's units and degrees, so that no two places look alike. */
const offsets = [
  { x: -5, y: -2, degrees: -6 },
  { x: 4, y: -9, degrees: 5 },
  { x: -2, y: 1, degrees: -2 },
  { x: 6, y: -4, degrees: 8 },
  { x: -3, y: -12, degrees: -9 },
  { x: 4, y: 0, degrees: 3 },
  { x: -6, y: -7, degrees: -5 },
  { x: 2, y: -3, degrees: 7 },
  { x: -1, y: -10, degrees: 2 },
  { x: 5, y: -1, degrees: -8 },
];

interface Place {
  index: number;
  /** The position of the place as a transform. */
  position: string;
  offset: { x: number; y: number; degrees: number };
}

/** Returns the places at a table: half of the seats above it, the others below it, rotated. */
function placesAt({ seats, width }: { seats: number; width: number }): Place[] {
  const above = Math.ceil(seats / 2);
  return Array.from({ length: seats }, (_, index) => {
    const isBelow = index >= above;
    const x = Math.round(50 + ((width - 100) * ((isBelow ? index - above : index) + 0.5)) / (isBelow ? seats - above : above));
    const position = isBelow ? `translate(${x} 270) rotate(180)` : `translate(${x} 90)`;
    return { index, position, offset: offsets[index % offsets.length]! };
  });
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

const Chair = ({ position, offset: { x, y, degrees } }: Place) => (
  <use href="#plan-chair" transform={`${position} translate(${x} ${y}) rotate(${degrees})`} />
);

const Setting = ({ position, offset: { x, y, degrees } }: Place) => (
  <use href="#plan-setting" transform={`${position} translate(${-x} ${34 + Math.round(y / 5)}) rotate(${degrees / 2})`} />
);

/** The long table from above, with one place for each seat. The sentence below it says the number. */
export function SeatingPlan({ seats }: { seats: number }) {
  const width = Math.ceil(seats / 2) * 170 + 100;
  const places = placesAt({ seats, width });
  const left = 34;
  const right = width - 30;
  const middle = width / 2;
  return (
    <svg className={css.plan} viewBox={`0 0 ${width} 360`} aria-hidden="true">
      {drawings}
      <path className={css.shade} d={`M${left + 12} 110 ${right + 14} 108q6 92 1 183Q${middle} 297 ${left + 14} 289Z`} />
      {places.map((place) => (
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
      {places.map((place) => (
        <Setting key={place.index} {...place} />
      ))}
    </svg>
  );
}
