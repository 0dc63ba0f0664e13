import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../content/format.ts';
import type { Tally } from '../../server/routes/overview.ts';
import css from './SignUpCharts.module.css';
import { totalOf } from './spans.ts';

/** Lengths in CSS pixels. */
const height = 220;
const leastWidth = 280;
const unmeasuredWidth = 720;
const topMargin = 12;
const axisHeight = 26;
const axisWidth = 40;
/** From a number to its line, and from its middle down to the baseline of its text. */
const numberGap = 8;
const numberDrop = 4;
const labelRise = 6;
/** From one label of a bar to the next. */
const leastLabelSpace = 72;
/** Half of the widest label of a bar, so that the last one ends with the chart. */
const halfLabelWidth = 20;

/** The share of its space that a bar fills. */
const barShare = 0.72;

interface Props {
  bars: Tally[];
  /** The text alternative of the chart. */
  label: string;
  shortLabel: (day: string) => string;
}

/** Stacked bars, drawn at the width of the page so that the text keeps its size. */
export function Bars({ bars, label, shortLabel }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(unmeasuredWidth);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(leastWidth, entry?.contentRect.width ?? 0)));
    observer.observe(frame.current as HTMLElement);
    return () => observer.disconnect();
  }, []);

  const most = Math.max(...bars.map(totalOf));
  const step = niceStep(most / 3);
  const top = step * Math.ceil(most / step);
  const y = (count: number) => height - axisHeight - (count / top) * (height - axisHeight - topMargin);
  const barSpace = (width - axisWidth) / bars.length;
  const barWidth = barSpace * barShare;
  const barsPerLabel = Math.ceil(leastLabelSpace / barSpace);
  return (
    <div ref={frame}>
      <svg className={css.drawing} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step).map((count) => (
          <g key={count}>
            <line x1={axisWidth} x2={width} y1={y(count)} y2={y(count)} />
            <text x={axisWidth - numberGap} y={y(count) + numberDrop} textAnchor="end">
              {formatNumber(count)}
            </text>
          </g>
        ))}
        {bars.map(({ label: day, waitlist, workshop }, index) => {
          const x = axisWidth + index * barSpace + (barSpace - barWidth) / 2;
          return (
            <g key={day}>
              <title>{`${shortLabel(day)}: ${formatNumber(waitlist)} waitlist, ${formatNumber(workshop)} workshops`}</title>
              <rect className={css.waitlist} x={x} width={barWidth} y={y(waitlist)} height={y(0) - y(waitlist)} />
              <rect className={css.workshop} x={x} width={barWidth} y={y(waitlist + workshop)} height={y(0) - y(workshop)} />
            </g>
          );
        })}
        {bars.map(
          ({ label: day }, index) =>
            (bars.length - 1 - index) % barsPerLabel === 0 && (
              <text
                key={day}
                x={Math.min(axisWidth + (index + 0.5) * barSpace, width - halfLabelWidth)}
                y={height - labelRise}
                textAnchor="middle"
              >
                {shortLabel(day)}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

/** Returns the next 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}
