import { visible } from './visible.ts';
import { fitted, widthOf } from './width.ts';

/** As wide as the terminal, where it is wider than usual. */
const lineWidth = Math.max(100, process.stdout.columns ?? 0);

/** How many rows are looked at to choose the widths of the columns. */
const sample = 200;
const gap = '  ';

/** `whole`: so many columns, the first, are never shortened. `empty`: what is said where there is no row. */
interface Layout {
  heading: string[];
  whole: number;
  empty: string;
}

/** Rows as lines in columns, printed as they are read. Nothing in a cell can act on the terminal. */
export async function* table({ heading, whole, empty }: Layout, rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  let held: string[][] | undefined = [];
  let widths: number[] = [];
  for await (const row of rows) {
    const cells = row.map(visible);
    if (!held) {
      yield line(cells, widths);
    } else if (held.push(cells) === sample) {
      widths = widthsFor([heading, ...held], whole);
      yield lines([heading, ...held], widths);
      held = undefined;
    }
  }
  if (held?.length === 0) yield `${empty}\n`;
  else if (held) yield lines([heading, ...held], widthsFor([heading, ...held], whole));
}

/** As wide as each column needs; while that is too much, the widest of those that may gives way. */
function widthsFor(rows: string[][], whole: number): number[] {
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] as string))));
  const room = lineWidth - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width) > room) {
    const widest = Math.max(...widths.slice(whole));
    widths[widths.indexOf(widest, whole)] = widest - 1;
  }
  return widths;
}

function line(cells: string[], widths: number[]): string {
  const inColumns = cells.map((cell, column) => fitted(cell, widths[column] as number));
  return `${inColumns.join(gap).trimEnd()}\n`;
}

function lines(rows: string[][], widths: number[]): string {
  return rows.map((cells) => line(cells, widths)).join('');
}
