/** Words that say nothing of what a question is about. */
const empty = new Set(
  'a about after all am an and any are as at be been before but by can could did do does for from get had has have how i if in into is it its just me more most my no not of on one or our out should so some than that the their them then there these they this to too up us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** How many of the words of two questions are the same before they count as alike. */
const alike = 0.25;

/** The words that a question is about, cut to their stems roughly, so that "franchisees" meets "franchisee". */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !empty.has(word)).map((word) => word.replace(/(?:ing|ies|es|s|ed)$/u, '')));
}

/** Jaccard's measure: what two have in common, of all that either has. */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = one.intersection(other).size;
  return common === 0 ? 0 : common / one.union(other).size;
}

/** Groups things by the likeness of their text, the largest group first; within a group the order stays. */
export function grouped<Thing>(things: Thing[], textOf: (thing: Thing) => string): Thing[][] {
  const groups: { words: Set<string>[]; things: Thing[] }[] = [];
  for (const thing of things) {
    const words = wordsOf(textOf(thing));
    const near = groups.find((group) => group.words.some((other) => likeness(words, other) >= alike));
    if (near) {
      near.words.push(words);
      near.things.push(thing);
    } else groups.push({ words: [words], things: [thing] });
  }
  return groups.toSorted((one, other) => other.things.length - one.things.length).map((group) => group.things);
}
