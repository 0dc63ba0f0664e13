/** How many values one statement takes: a database limits the parameters of a statement. */
const partSize = 500;

/** Returns a list in parts that are small enough for the parameters of one statement each. */
export const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / partSize) }, (_, part) => items.slice(part * partSize, (part + 1) * partSize));
