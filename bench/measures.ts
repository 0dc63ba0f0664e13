import type { Shift } from './in-page.ts';
import type { Measured } from './measure-page.ts';
import { bytesOf } from './wire.ts';
import type { Fetched } from './wire.ts';

/** Something that a page can have too much of. */
export interface Measure {
  value: (measured: Measured) => number;
  show: (value: number) => string;
  /** What it is made of, the heaviest first. */
  causes: (measured: Measured) => string[];
}

/** Every measure of a page, by the name that budgets.json knows it by. */
export const measures: Record<string, Measure> = {
  'first load': bytes(({ first }) => first),
  'HTML and CSS': bytes(({ first }) => first.filter(({ kind }) => kind === 'html')),
  fonts: bytes(({ first }) => first.filter(({ kind }) => kind === 'fonts')),
  pictures: bytes(({ first }) => first.filter(({ kind }) => kind === 'pictures')),
  script: bytes(({ first }) => first.filter(({ kind }) => kind === 'script')),
  'inline script': { value: ({ inlineScript }) => inlineScript, show: (value) => `${value} B`, causes: () => [] },
  'to the end': bytes(({ all }) => all),
  'layout shift': layoutShift(({ shifts }) => shifts),
  'in pieces': layoutShift(({ shiftsInPieces }) => shiftsInPieces),
  'other hosts': { value: ({ otherHosts }) => otherHosts.length, show: String, causes: ({ otherHosts }) => otherHosts },
};

function bytes(of: (measured: Measured) => Fetched[]): Measure {
  return {
    value: (measured) => bytesOf(of(measured)),
    show: kilobytes,
    causes: (measured) => {
      const heaviest = of(measured).toSorted((one, other) => other.bytes - one.bytes);
      return heaviest.slice(0, 5).map((entry) => `${kilobytes(entry.bytes)} ${entry.url}`);
    },
  };
}

/** As it is reported everywhere, with two digits behind the point. */
function layoutShift(of: (measured: Measured) => Shift[]): Measure {
  return {
    value: (measured) =>
      Number(
        of(measured)
          .reduce((sum, { value }) => sum + value, 0)
          .toFixed(2),
      ),
    show: (value) => value.toFixed(2),
    causes: (measured) => of(measured).map(({ value, moved }) => `${value.toFixed(4)} moved ${moved.join(', ')}`),
  };
}

/** KB are 1,000 bytes here. */
function kilobytes(value: number): string {
  return `${(value / 1000).toFixed(1)} KB`;
}
