import { visible } from './visible.ts';

/** What fits a terminal of usual width, and how many rows are looked at to choose the widths of the columns. */
const lineWidth = 100;
const sample = 200;
const gap = '  ';

/** Rows as lines in columns, read and printed as they come; `empty` where there is none. Nothing in a cell can act on the terminal. */
export async function* table(heading: string[], rows: AsyncIterable<string[]>, empty: string): AsyncGenerator<string> {
  const held: string[][] = [];
  let widths: number[] | undefined;
  for await (const row of rows) {
    const cells = row.map(visible);
    if (widths) {
      yield line(cells, widths);
    } else if (held.push(cells) === sample) {
      widths = fit([heading, ...held]);
      for (const each of [heading, ...held]) yield line(each, widths);
    }
  }
  if (widths) return;
  if (held.length === 0) yield `${empty}\n`;
  else for (const each of [heading, ...held]) yield line(each, fit([heading, ...held]));
}

/** As wide as each column needs; while that is too much, the widest gives way. */
function fit(rows: string[][]): number[] {
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] as string))));
  const room = lineWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths;
}

function line(cells: string[], widths: number[]): string {
  return `${cells
    .map((cell, column) => padded(cell, widths[column] as number))
    .join(gap)
    .trimEnd()}\n`;
}

function padded(text: string, width: number): string {
  const excess = widthOf(text) > width;
  let shown = '';
  let used = 0;
  for (const { segment } of letters.segment(text)) {
    const next = widthOf(segment);
    if (used + next > width - Number(excess)) break;
    shown += segment;
    used += next;
  }
  return `${shown}${excess ? '…' : ''}`.padEnd(shown.length + Number(excess) + width - used - Number(excess));
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Two columns: the East Asian wide and full-width letters (Unicode Standard Annex 11), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/u.test(text)) return text.length;
  let width = 0;
  for (const { segment } of letters.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}
