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
/** A column that may be cut keeps this width, with which one can still tell its cells apart. */
const narrowest = 8;
const gap = '  ';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Rows as lines in columns, printed as they are read, cut to `lineWidth`. Nothing in a cell can act on the terminal. */
export async function* table(
  { heading, uncut, empty }: TableLayout,
  rows: AsyncIterable<string[]> | Iterable<string[]>,
  lineWidth: number,
): AsyncGenerator<string> {
  /** The lines that are not printed yet, because the widths of the columns are not known. */
  const sample = [heading];
  let widths: number[] | undefined;
  const lineOf = (cells: string[], columns: number[]) =>
    `${cells
      .map((cell, column) => fit(cell, columns[column] as number, Number.isFinite(lineWidth)))
      .join(gap)
      .trimEnd()}\n`;
  const printSample = (columns: number[]) => sample.map((cells) => lineOf(cells, columns)).join('');
  for await (const row of rows) {
    const cells = row.map(visible);
    if (widths) yield lineOf(cells, widths);
    else if (sample.push(cells) > sampleSize) {
      widths = columnWidths(sample, uncut, lineWidth);
      yield printSample(widths);
    }
  }
  if (widths) return;
  if (sample.length === 1) yield `${empty}\n`;
  else yield printSample(columnWidths(sample, uncut, lineWidth));
}

/**
 * As wide as each column needs. While the line is too long, the widest column that may be cut gets narrower. The line stays too long if
 * the columns that are never cut need almost all of it.
 */
function columnWidths(rows: string[][], uncut: number, lineWidth: number): number[] {
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] as string))));
  const available = lineWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width) > available) {
    const widest = Math.max(...widths.slice(uncut));
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest, uncut)] = widest - 1;
  }
  return widths;
}

/** Pads text with spaces to a width, or cuts it off with an ellipsis. */
function fit(text: string, width: number, cut: boolean): string {
  const needed = stringWidth(text);
  if (needed <= width || !cut) return text + ' '.repeat(Math.max(0, width - needed));
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) return `${kept}…${' '.repeat(width - used + stringWidth(segment))}`;
    kept += segment;
  }
  return kept;
}
