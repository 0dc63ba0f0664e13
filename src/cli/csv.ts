/** What a spreadsheet takes for a formula, full-width signs and leading white space included (OWASP, CSV Injection). */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** What would end a cell early, in a spreadsheet that separates with semicolons too, and space that it would trim. */
const special = /[",;\t\r\n]|^\s|\s$/u;

function cell(text: string): string {
  if (text === '') return text;
  const inert = formula.test(text) ? `'${text}` : text;
  return special.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A line of CSV (RFC 4180), formulas defused with a leading apostrophe. */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
