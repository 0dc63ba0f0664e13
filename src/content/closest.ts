/** How many letters must be put in, left out or changed to make one word from another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, sum] of row.slice(0, -1).entries()) {
      const change = letter === other[column] ? 0 : 1;
      next.push(Math.min(sum + change, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** The word that was probably meant, if one is near enough: a letter in three may be wrong. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => far <= Math.max(2, Math.floor(candidate.length / 3)) && far < candidate.length)
    .toSorted((one, other) => one.far - other.far);
  return near[0]?.candidate;
}
