import { stemmer } from 'stemmer';

/** Words that do not show what a question is about. */
const stopWords = new Set(
  'a about after all am an and any are as at be been before but by can could did do does for from get had has have how i if in into is it its just me more most my no not of on one or our out should so some than that the their them then there these they this to too up us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** The share of words that two questions must have in common to count as similar. */
const threshold = 0.25;

/** Returns the words that a question is about, by their stems (Porter's algorithm), so that "territories" matches "territory". */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => stemmer(word)));
}

/** The Jaccard index: the size of the intersection over the size of the union. */
function similarity(a: Set<string>, b: Set<string>): number {
  const common = a.intersection(b).size;
  return common === 0 ? 0 : common / a.union(b).size;
}

/** Groups items by the similarity of their text, the largest group first. Within a group the order stays. */
export function groupSimilar<Item>(items: Item[], textOf: (item: Item) => string): Item[][] {
  const groups: { words: Set<string>[]; items: Item[] }[] = [];
  for (const item of items) {
    const words = wordsOf(textOf(item));
    const similar = groups.find((group) => group.words.some((other) => similarity(words, other) >= threshold));
    if (similar) {
      similar.words.push(words);
      similar.items.push(item);
    } else groups.push({ words: [words], items: [item] });
  }
  return groups.toSorted((a, b) => b.items.length - a.items.length).map((group) => group.items);
}
