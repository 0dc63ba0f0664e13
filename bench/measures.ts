import type { Shift } from './in-page.ts';
import type { Measured } from './measure-page.ts';
import { bytesOf, type Fetched } from './wire.ts';

/** A quantity of a page that has a budget. */
interface Measure {
  value: (measured: Measured) => number;
  show: (value: number) => string;
  /** The parts that make up the value, the heaviest first. */
  causes: (measured: Measured) => string[];
}

/** Every measure of a page, by its name in budgets.json. */
export const measures: Record<string, Measure> = {
  'first load': bytes(({ first }) => first),
  'HTML and CSS': bytes(({ first }) => first.filter(({ kind }) => kind === 'html')),
  fonts: bytes(({ first }) => first.filter(({ kind }) => kind === 'fonts')),
  pictures: bytes(({ first }) => first.filter(({ kind }) => kind === 'pictures')),
  script: bytes(({ first }) => first.filter(({ kind }) => kind === 'script')),
  elements: count(({ elements }) => elements),
  recalculations: count(({ work }) => work.recalculations),
  layouts: count(({ work }) => work.layouts),
  'inline script': { value: ({ inlineScriptBytes }) => inlineScriptBytes, show: (value) => `${value} B`, causes: () => [] },
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

function count(of: (measured: Measured) => number): Measure {
  return { value: of, show: String, causes: () => [] };
}

/** Sums the shifts and rounds to two decimals, as tools report layout shift. */
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

/** Formats bytes as KB of 1,000 bytes. */
function kilobytes(value: number): string {
  return `${(value / 1000).toFixed(1)} KB`;
}
