/** How many values or rows are parameters of one statement: a database limits their number, and the row of a delivery has fifteen. */
const itemsPerPart = 500;

/** Splits a list into parts, each short enough for the parameters of one statement. */
export const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / itemsPerPart) }, (_, part) => items.slice(part * itemsPerPart, (part + 1) * itemsPerPart));

/**
 * Returns slugs or ids for the IN of a statement, in which PostgreSQL accepts no empty list: it begins with an empty text, which is neither
 * a slug nor an id.
 */
export const valuesForIn = (values: readonly string[]): string[] => ['', ...values];
