import { useEffect, useRef, useState } from 'react';
import type { Tally } from '../server/shapes.ts';
import css from './Plot.module.css';
import { formatNumber } from '../../content/format.ts';

const height = 220;
const below = 26;
const beside = 40;

interface Props {
  bars: Tally[];
  /** What the drawing says, for those who do not see it. */
  label: string;
  short: (label: string) => string;
}

/** Stacked bars, drawn in the pixels that there are, so that letters keep their size. */
export function Bars({ bars, label, short }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, entry?.contentRect.width ?? 0)));
    observer.observe(frame.current as HTMLElement);
    return () => observer.disconnect();
  }, []);

  const step = niceStep(Math.max(...bars.map(([, waitlist, workshop]) => waitlist + workshop)) / 3);
  const top = step * Math.ceil(Math.max(...bars.map(([, waitlist, workshop]) => waitlist + workshop)) / step);
  const y = (count: number) => height - below - (count / top) * (height - below - 12);
  const each = (width - beside) / bars.length;
  const every = Math.ceil(72 / each);
  return (
    <div ref={frame}>
      <svg className={css.drawing} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step).map((count) => (
          <g key={count}>
            <line x1={beside} x2={width} y1={y(count)} y2={y(count)} />
            <text x={beside - 8} y={y(count) + 4} textAnchor="end">
              {formatNumber(count)}
            </text>
          </g>
        ))}
        {bars.map(([day, waitlist, workshop], at) => {
          const x = beside + at * each + each * 0.14;
          return (
            <g key={day}>
              <title>{`${short(day)}: ${formatNumber(waitlist)} waitlist, ${formatNumber(workshop)} workshops`}</title>
              <rect className={css.waitlist} x={x} width={each * 0.72} y={y(waitlist)} height={y(0) - y(waitlist)} />
              <rect className={css.workshop} x={x} width={each * 0.72} y={y(waitlist + workshop)} height={y(0) - y(workshop)} />
            </g>
          );
        })}
        {bars.map(
          ([day], at) =>
            (bars.length - 1 - at) % every === 0 && (
              <text key={day} x={beside + (at + 0.5) * each} y={height - 6} textAnchor="middle">
                {short(day)}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

/** 1, 2 or 5, and noughts. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}
