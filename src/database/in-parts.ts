/** How many values or rows one statement takes: a database limits its parameters, of which a row of a delivery needs fifteen. */
const partSize = 500;

/** Returns a list in parts that are small enough for the parameters of one statement each. */
export const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / partSize) }, (_, part) => items.slice(part * partSize, (part + 1) * partSize));
