import stringWidth from 'string-width';
import { visible } from './output.ts';

export interface TableLayout {
  heading: string[];
  /** How many columns, from the left, are never cut. */
  uncut: number;
  /** What is printed when there are no rows. */
  empty: string;
}

/** How many rows decide how wide the columns are. */
const sampleSize = 200;
/** A column that may be truncated keeps at least this width, so that its cells can still be told apart. */
const minCutWidth = 8;
const gap = '  ';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Yields rows as lines in columns, as they are read, cut to `lineWidth` if that is finite. Nothing in a cell can act on the terminal. */
export async function* table(
  { heading, uncut, empty }: TableLayout,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  lineWidth: number,
): AsyncGenerator<string> {
  const format = Number.isFinite(lineWidth) ? cutOrPad : pad;
  /** The rows that are not printed yet, because the widths of the columns are not known. */
  const sample = [heading];
  let widths: number[] | undefined;
  for await (const row of rows) {
    const cells = row.map(visible);
    if (widths) yield lineOf(cells, widths, format);
    else if (sample.push(cells) > sampleSize) {
      widths = columnWidths(sample, uncut, lineWidth);
      for (const waiting of sample) yield lineOf(waiting, widths, format);
    }
  }
  if (widths) return;
  if (sample.length === 1) return yield `${empty}\n`;
  widths = columnWidths(sample, uncut, lineWidth);
  for (const waiting of sample) yield lineOf(waiting, widths, format);
}

const lineOf = (cells: string[], widths: number[], format: typeof pad): string =>
  `${cells
    .map((cell, column) => format(cell, widths[column]!))
    .join(gap)
    .trimEnd()}\n`;

/**
 * Returns widths of what each column needs. While the line is too long, the widest column that may be cut gets narrower. The line stays too
 * long if the columns that are never cut need almost all of it.
 */
function columnWidths(rows: string[][], uncut: number, lineWidth: number): number[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column]!))));
  const available = lineWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width) > available) {
    const widest = Math.max(...widths.slice(uncut));
    if (widest <= minCutWidth) break;
    widths[widths.indexOf(widest, uncut)] = widest - 1;
  }
  return widths;
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Pads text with spaces to a width, or cuts it off with an ellipsis. */
function cutOrPad(text: string, width: number): string {
  if (stringWidth(text) <= width) return pad(text, width);
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) return pad(`${kept}…`, width);
    kept += segment;
  }
  return kept;
}
