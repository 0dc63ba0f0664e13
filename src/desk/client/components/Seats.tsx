import house from '../../../site/art/house.svg?url';
import { pluralize } from '../../../content/format.ts';
import type { Overview } from '../../server/routes/overview.ts';
import css from './Seats.module.css';

/** The drawing's ten windows, from the attic down to the wings: the path of the glass and of its bars. */
const windows: [glass: string, bars: string][] = [
  ['M303 272V252C303 236 329 236 329 252V272Z', 'M316 240V272M303 257H329'],
  ['M235 345 234 309 264 308 264 345Z', 'M249 308V345M234 327H264'],
  ['M301 344V307H331V344Z', 'M316 307V344M301 326H331'],
  ['M367 345V308L396 309V345Z', 'M381 308V345M367 327H396'],
  ['M234 421V388C234 367 266 367 266 388V421Z', 'M250 372V421M234 396H266'],
  ['M367 420V379L397 380V420Z', 'M382 379V420M367 400H397'],
  ['M138 416V380H161V416Z', 'M149.500 380V416M138 398H161'],
  ['M176 416V380L199 379V416Z', 'M187.500 380V416M176 398H199'],
  ['M431 416V380H454V416Z', 'M442.500 380V416M431 398H454'],
  ['M466 416V381L487 381V416Z', 'M476.500 381V416M466 398H487'],
];

interface Props {
  seats: Overview['seats'];
  /** The name and the season of the retreat, where nothing else on the screen says them. */
  label?: string | undefined;
  /** Puts the text beside the drawing instead of under it. */
  isBeside?: boolean;
}

/** The seats as the ten windows of the house: lit for an accepted seat, glowing for an invitation. The text says the same. */
export function Seats({ seats: { capacity, accepted, invited, waiting }, label, isBeside = false }: Props) {
  const inWindows = (seats: number) => Math.min(windows.length, Math.floor((seats * windows.length) / capacity));
  const litCount = inWindows(accepted);
  const litOrGlowingCount = inWindows(accepted + invited);
  const free = Math.max(0, capacity - accepted - invited);
  const windowState = (index: number) => {
    if (index < litCount) return 'lit';
    return index < litOrGlowingCount ? 'glowing' : 'dark';
  };
  return (
    <figure className={`stack ${isBeside ? css.beside : ''}`}>
      <div className={css.house} aria-hidden="true">
        <img src={house} width={464} height={500} alt="" />
        <svg viewBox="68 20 464 500">
          {windows.map(([glass, bars], index) => {
            const state = windowState(index);
            return (
              <g key={glass} className={css[state]} data-window={state}>
                <path className={css.glass} d={glass} />
                <path className={css.bars} d={bars} />
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption className={css.caption}>
        {label && <p className="quiet">{label}</p>}
        <strong>
          {accepted} of {capacity} seats taken
        </strong>
        <span className="quiet">
          {invited} offered, {free} free, {pluralize(waiting, 'founder')} waiting
        </span>
      </figcaption>
    </figure>
  );
}
